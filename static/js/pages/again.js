import "./escape.js";
import "../sync/staying.js";

// This page may be the response to a form; a reload must GET it, not repeat the POST.
history.replaceState(history.state, "", location.href);
