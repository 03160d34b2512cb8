/** Example values for the expressions inside patterns, by their source text. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  price: "95",
  phrase: "des Videodienstes",
  "ids.botName": "Reelay",
  // Patterns of core/text/secret.ts, which are checked separately.
  "shape.source": "",
  "shape.flags": "",
  'path.replace(/:(\\w+)/g, "(?<$1>[^/]+)")': "/channels/(?<channel>[^/]+)/messages/(?<message>[^/]+)",
};

/** Folders that read only texts from the operator's own machine. A pattern there may take quadratic time. */
export const OWN_TEXTS = ["sandbox/", "cli/demo.ts", "cli/read-message.ts", "app/setup/"];

/**
 * Patterns that the checker calls polynomial because it treats a high repetition count as unlimited, each with the reason
 * why it is safe.
 */
export const BOUNDED: Readonly<Record<string, string>> = {
  "/\\b(?:vk|sk|pk|rk)[-_](?:[A-Za-z0-9]{1,40}[-_]){0,4}(?=[A-Za-z]*\\d)[A-Za-z0-9]{10,}/":
    "four parts of 40 characters before the last, which begins at one place for each",
  "/\\b[A-Za-z0-9_-]{23,28}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,}/":
    "of a beginning 28 characters are read, of what follows 7, and then nothing can fail but by being short",
  "/\\b(?:vk|sk|pk|rk)[-_](?:[A-Za-z0-9]{1,40}[-_]){0,4}(?=[A-Za-z]*\\d)[A-Za-z0-9]{10,}/g": "as above",
  "/\\b[A-Za-z0-9_-]{23,28}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,}/g": "as above",
  "/\\b([\\w-]{1,32}:)[A-Za-z0-9+/]{43}=/g": "of a beginning 32 characters are read, and 43 after a colon",
  "/(\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}|(?<=[\\p{ExtPict}\\p{EMod}]\\ufe0f?)\\u200d(?=\\p{ExtPict})|(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|(?<=(?!\\p{DI})[\\p{scx=Arabic}\\p{scx=Syriac}\\p{scx=Devanagari}\\p{scx=Bengali}\\p{scx=Gurmukhi}\\p{scx=Gujarati}\\p{scx=Oriya}\\p{scx=Tamil}\\p{scx=Telugu}\\p{scx=Kannada}\\p{scx=Malayalam}\\p{scx=Sinhala}\\p{scx=Khmer}\\p{scx=Myanmar}])[\\u200c\\u200d])|[\\p{Default_Ignorable_Code_Point}\\u2800\\u{1d159}\\u{13441}\\u{13442}\\ufff9-\\ufffb]|(?!\\n)\\p{Cc}/gu":
    "no alternative repeats anything: each has a fixed length, and what stands before it is two characters",
};
