import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("es");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Tus datos",
  exportGives: (command) => [command, " te da un archivo privado con todo lo que Reelay guarda sobre ti."],
  deleteForgets: (command) => [command, " hace que se olvide. Antes te muestra qué es, y pregunta."],
  gathering: { title: "Preparando tu archivo…", body: ["Esto no cuesta créditos."] },
  fileHere:
    "Todo lo que Reelay guarda sobre ti está en este archivo. Solo tú lo ves aquí: descárgalo antes de cerrar Discord.",
  fileInDirect:
    "Todo lo que Reelay guarda sobre ti está en un archivo en tu mensaje directo con Reelay. Se queda ahí hasta que lo borres.",
  leftOut: (entries) =>
    `Todo junto sería demasiado grande para este chat, así que faltan las entradas más antiguas: ${number(entries)}.`,
  notTheKey: "Tu clave no está dentro, solo sus últimos cuatro caracteres.",
  unsure: {
    title: "Quizá llegó tu archivo",
    body: [
      "Slack no dijo si aceptó el archivo. Mira en tu mensaje directo con Reelay. Si no está ahí, pídelo otra vez.",
    ],
  },
  noFile: {
    title: "Aquí no se puede dar un archivo",
    body: [
      "Este chat no acepta archivos de Reelay. Pídelo otra vez en un mensaje directo con Reelay, o pide a un admin que permita archivos.",
    ],
  },
  wouldHold: (parts, jobs) => [`Contendría: ${parts}. `, jobs, " muestra tus videos aquí."],
  cannotRead: {
    title: "Ahora no",
    body: ["Reelay no puede leer esto ahora. No se cambió nada.", "Inténtalo otra vez en un minuto."],
  },
  nothingKept: {
    title: "No hay nada guardado",
    body: ["Reelay no guarda nada sobre ti. No hay nada que borrar."],
  },
  confirm: "¿Borrar lo que Reelay guarda sobre ti?",
  goesForGood: (parts) => `Esto se va para siempre: ${parts}.`,
  stays: [
    "Las tarjetas, los mensajes y los archivos del chat se quedan donde están. Borra antes las tarjetas que no quieras ahí: después sus botones ya no harán nada.",
    "Las copias de seguridad y los registros los tienen quienes llevan este bot.",
  ],
  deleted: "Tus datos están borrados",
  forgotten: "Reelay ha olvidado lo que guardaba sobre ti.",
  sevenDays:
    "Durante siete días conoce los identificadores de tus últimos videos, y nada más de ellos, para que ninguno se cree dos veces.",
  going: {
    title: "Tus datos se están borrando",
    body: ["Esto tarda un momento. Sigue solo, y no necesita nada más de ti."],
  },
  kept: "No se borró nada.",
  tooOld: "Demasiado antiguo",
  tooOldText: (command) => [
    "No se borró nada: esta pregunta tiene más de 15 minutos. Pregunta otra vez con ",
    command,
    ".",
  ],
  notYours: { title: "No es tuyo", body: ["Solo la persona que preguntó puede hacer eso. No se borró nada."] },
  parts: {
    key: "tu clave API",
    settings: "tus ajustes",
    welcomed: "la nota de que se te dio la bienvenida",
    ended: (ended) => `los registros de ${count(ended, "video terminado", "videos terminados")}, con prompts y enlaces`,
    kept: (kept) => `${count(kept, "petición", "peticiones")} que aún no has empezado`,
    costs: (costs) => `lo que costaron ${videos(costs)}`,
    open: (open) => `${videos(open)} en marcha`,
  },
  stillOpen: (open) =>
    `${videos(open)} ${open === 1 ? "sigue" : "siguen"} en marcha. No se para nada: se te dirá el final, y luego eso también se olvida.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "acaba de terminar y se olvidará" : "acaban de terminar y se olvidarán"} en cuanto la tarjeta esté completa.`,
  nothing: "nada",
  listed: (first, last) => `${first.join("; ")}; y ${last}`,
};
