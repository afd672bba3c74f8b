// One question to the server and its answer.

function csrf() {
  const found = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  return found ? decodeURIComponent(found[1]) : "";
}

// Returns {status, body, tag}; status 0 when the server was not reached or did not answer sensibly.
// With the `tag` of an earlier answer the status is 304 while nothing has changed.
export async function call(url, content, { timeout = 10000, tag = "" } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const response = await fetch(url, {
      method: content === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf(), ...(tag ? { "If-None-Match": tag } : {}) },
      body: content === undefined ? undefined : JSON.stringify(content),
      credentials: "same-origin",
      signal: stop.signal,
    });
    const reached = response.status < 500;
    const type = response.headers.get("Content-Type") || "";
    if (!type.includes("json")) return { status: reached ? response.status : 0, body: {} };
    const body = await response.json();
    return { status: reached ? response.status : 0, body, tag: response.headers.get("ETag") ?? "" };
  } catch {
    return { status: 0, body: {} };
  } finally {
    clearTimeout(timer);
  }
}
