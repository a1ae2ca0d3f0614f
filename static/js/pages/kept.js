// A server page without a script of its own that is also available offline.
import { markKeptPage } from "../offline/without_network.js";

markKeptPage();
