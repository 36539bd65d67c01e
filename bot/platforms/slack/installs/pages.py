"""The few pages people see in a browser while they install the app; every word is escaped."""

from html import escape

from starlette.responses import HTMLResponse

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em}"
    "a{display:inline-block;margin-top:1em}"
)
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def page(
    title: str, text: str, *, link: tuple[str, str] | None = None, status: int = 200
) -> HTMLResponse:
    """Show a title, a text, and perhaps one link as (address, words)."""
    anchor = f'<a href="{escape(link[0])}">{escape(link[1])}</a>' if link else ""
    html = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><p>{escape(text)}</p>{anchor}</html>"
    )
    return HTMLResponse(html, status_code=status, headers=HEADERS)
