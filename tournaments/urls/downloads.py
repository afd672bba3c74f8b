"""Addresses of files to take away."""

from django.urls import path

from tournaments.views import downloads

urlpatterns = [
    path(
        "t/<slug:event>/results.csv", downloads.ResultsCsvView.as_view(), name="export-results-csv"
    ),
    path("t/<slug:event>/results.xlsx", downloads.WorkbookView.as_view(), name="export-workbook"),
    path("t/<slug:event>/sheet.pdf", downloads.BlankSheetView.as_view(), name="blank-sheet-pdf"),
    path(
        "t/<slug:event>/rounds/<int:round>/sheets.pdf",
        downloads.RoundSheetsView.as_view(),
        name="sheets-pdf",
    ),
    path(
        "t/<slug:event>/tables/<int:round>-<int:table>/sheet.pdf",
        downloads.TableSheetView.as_view(),
        name="sheet-pdf",
    ),
    path(
        "desk/<slug:event>/event.json",
        downloads.EventDocumentView.as_view(),
        name="export-event-json",
    ),
]
