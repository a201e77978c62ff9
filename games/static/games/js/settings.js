/* The settings page: preferences of this browser. */
import { enablePreferences } from "./preferences.js";

enablePreferences();
