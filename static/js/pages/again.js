import "../browser/opened_in_sight.js";
import "./escape.js";
import "../offline/staying.js";

// This page may be the response to a form; a reload must GET it, not repeat the POST.
history.replaceState(history.state, "", location.href);
