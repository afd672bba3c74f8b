"""Addresses of files to take away."""

from django.urls import path

from tournaments.views import downloads, prints

urlpatterns = [
    path(
        "t/<slug:event>/results.csv", downloads.ResultsCsvView.as_view(), name="export-results-csv"
    ),
    path("t/<slug:event>/results.xlsx", downloads.WorkbookView.as_view(), name="export-workbook"),
    path("t/<slug:event>/results-ema.csv", downloads.EmaView.as_view(), name="export-ema"),
    path("t/<slug:event>/report.pdf", downloads.ReportView.as_view(), name="export-report"),
    path("t/<slug:event>/screen.html", downloads.ScreenView.as_view(), name="export-screen"),
    path(
        "desk/<slug:event>/sheets.zip",
        downloads.SheetArchiveView.as_view(),
        name="export-sheets",
    ),
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
        "t/<slug:event>/rounds/<int:round>/seats-by-name.pdf",
        prints.SeatList.as_view(),
        name="seats-by-name-pdf",
    ),
    path(
        "t/<slug:event>/rounds/<int:round>/seats-by-table.pdf",
        prints.SeatListByTable.as_view(),
        name="seats-by-table-pdf",
    ),
    path("t/<slug:event>/standings.pdf", prints.StandingsPdf.as_view(), name="standings-pdf"),
    path(
        "desk/<slug:event>/rounds/<int:round_id>/cards.pdf",
        prints.TableCardsPdf.as_view(),
        name="table-cards-pdf",
    ),
    path("desk/<slug:event>/name-cards.pdf", prints.NameCardsPdf.as_view(), name="name-cards-pdf"),
    path(
        "desk/<slug:event>/certificates.pdf",
        prints.CertificatesPdf.as_view(),
        name="certificates-pdf",
    ),
    path(
        "desk/<slug:event>/event.json",
        downloads.EventDocumentView.as_view(),
        name="export-event-json",
    ),
]
