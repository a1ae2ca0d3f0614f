// Names the time zone of this phone in a cookie (web/local_time.py). A page whose times were those of
// another zone is requested again: on a first visit, and after a journey.
{
  const { dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const named = `companion-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  const isNamed = () => document.cookie.split("; ").includes(named);
  if (!isNamed()) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, and comes too late for a reload
    document.cookie = `${named}; path=${dataset.path}; max-age=31536000; samesite=lax`;
    if ("again" in dataset && isNamed()) location.reload();
  }
}
