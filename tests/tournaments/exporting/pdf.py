"""Reading PDFs back in tests: pages, their text, and what the drawing complained about."""

import io

from pypdf import PdfReader


def pages(content: bytes) -> int:
    return len(PdfReader(io.BytesIO(content)).pages)


def text(content: bytes) -> str:
    """Return the text of all pages."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def page_texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def page_size(content: bytes) -> tuple[int, int]:
    """Return width and height of the first page in millimetres."""
    box = PdfReader(io.BytesIO(content)).pages[0].mediabox
    return round(float(box.width) / 72 * 25.4), round(float(box.height) / 72 * 25.4)
