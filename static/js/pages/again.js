import "../browser/opened_in_sight.js";
import "./escape.js";
import "../sync/staying.js";

// This page may be the answer to a form; loading it again must ask for it, not send the form again.
history.replaceState(history.state, "", location.href);
