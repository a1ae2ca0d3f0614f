// A page of the server that does nothing by itself, and is also shown without a network.
import { markKeptPage } from "../offline/without_network.js";

markKeptPage();
