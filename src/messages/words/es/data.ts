import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("es");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Tus datos",
  exportGives: (command) => [command, " te da un archivo privado con todo lo que Reelay guarda sobre ti."],
  deleteForgets: (command) => [command, " lo borra. Antes te muestra qué es y te pide confirmación."],
  gathering: { title: "Preparando tu archivo…", body: ["Esto no cuesta créditos."] },
  fileHere:
    "Todo lo que Reelay guarda sobre ti está en este archivo. Solo tú lo ves aquí: descárgalo antes de cerrar Discord.",
  fileInDirect:
    "Todo lo que Reelay guarda sobre ti está en un archivo en tus mensajes directos con Reelay. Se queda ahí hasta que lo borres.",
  leftOut: (entries) =>
    `El archivo completo sería demasiado grande para este chat, así que faltan las entradas más antiguas (${number(entries)}).`,
  notTheKey: "El archivo no incluye tu clave, solo sus últimos cuatro caracteres.",
  unsure: {
    title: "Puede que tu archivo haya llegado",
    body: [
      "Slack no dijo si aceptó el archivo. Revisa tus mensajes directos con Reelay. Si no está ahí, pídelo otra vez.",
    ],
  },
  noFile: {
    title: "Aquí no se puede enviar un archivo",
    body: [
      "Este chat no acepta archivos de Reelay. Pídelo otra vez en un mensaje directo con Reelay, o pide a un administrador que permita los archivos.",
    ],
  },
  wouldHold: (parts, jobs) => [`Contendría: ${parts}. `, jobs, " muestra tus videos aquí."],
  cannotRead: {
    title: "Ahora no",
    body: ["Reelay no puede leer tus datos ahora. No se cambió nada.", "Inténtalo otra vez en un minuto."],
  },
  nothingKept: {
    title: "No hay nada guardado",
    body: ["Reelay no guarda nada sobre ti. No hay nada que borrar."],
  },
  confirm: "¿Borrar tus datos?",
  goesForGood: (parts) => `Se borrará para siempre: ${parts}.`,
  stays: [
    "Las tarjetas, los mensajes y los archivos del chat se quedan donde están. Si quieres que desaparezca alguna de esas tarjetas, bórrala antes: después sus botones dejarán de funcionar.",
    "Quienes administran este bot pueden conservar copias de seguridad y registros.",
  ],
  deleted: "Datos borrados",
  forgotten: "Reelay borró lo que guardaba sobre ti.",
  sevenDays:
    "Durante siete días, Reelay guarda los identificadores de tus últimos videos, y nada más de ellos, para que ninguno se cree dos veces.",
  going: {
    title: "Tus datos se están borrando",
    body: ["Esto tarda un momento y continúa solo: no tienes que hacer nada más."],
  },
  kept: "No se borró nada.",
  tooOld: "Esta pregunta venció",
  tooOldText: (command) => [
    "No se borró nada: esta pregunta tiene más de 15 minutos. Pídelo otra vez con ",
    command,
    ".",
  ],
  notYours: {
    title: "No son tus datos",
    body: ["Solo la persona a la que pertenecen puede hacer eso. No se borró nada."],
  },
  parts: {
    key: "tu clave API",
    settings: "tu configuración",
    welcomed: "la nota de que recibiste la bienvenida",
    ended: (ended) => `los registros de ${count(ended, "video terminado", "videos terminados")}, con prompts y enlaces`,
    kept: (kept) => `${count(kept, "solicitud", "solicitudes")} que todavía no iniciaste`,
    costs: (costs) => `lo que ${costs === 1 ? "costó" : "costaron"} ${videos(costs)}`,
    open: (open) => `${videos(open)} en proceso`,
  },
  stillOpen: (open) =>
    open === 1
      ? `${videos(open)} sigue en proceso y no se puede detener: recibirás el resultado, y luego también se borrará.`
      : `${videos(open)} siguen en proceso y no se pueden detener: recibirás los resultados, y luego también se borrarán.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "acaba de terminar y se borrará en cuanto su tarjeta esté" : "acaban de terminar y se borrarán en cuanto sus tarjetas estén"} al día.`,
  nothing: "nada",
  listed: (first, last) => `${first.join("; ")}; y ${last}`,
};
