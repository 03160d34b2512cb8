// discord.js depends on undici 6, Reelay on undici 7. The first one to load sets the global dispatcher of the process, and
// undici 6 cannot send files through the dispatcher of undici 7.
import "discord.js";
