// What changes is the answer to the tap: show it first.
document.getElementById("changes")?.focus();
