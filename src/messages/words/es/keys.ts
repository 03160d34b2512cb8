import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (termina en ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "Agrega tu clave API",
    body: ["Los videos se pagan con los créditos de tu propia cuenta."],
  },
  dashboard: "panel",
  where: (dashboard) => ["Puedes obtener una clave en tu ", dashboard, " en el servicio de video."],
  keptForIt: "Tu solicitud se guarda durante una hora y continúa automáticamente en cuanto guardes la clave.",
  thenPress: (button) => `Agrégala y luego presiona “${button}”.`,
  nothingCharged: "No se cobró nada.",
  checking: { title: "Verificando tu clave…", body: ["Esto no cuesta créditos."] },
  saved: "Clave guardada",
  savedText: (lastFour) => `Tu clave${endingIn(lastFour)} funciona y está guardada de forma cifrada.`,
  goesOn: "La solicitud que estaba en espera continúa ahora.",
  videosGoOn: (open) => (open === 1 ? "Tu video continúa." : `Tus ${open} videos continúan.`),
  youCan: "Ya puedes crear videos.",
  savedUnchecked: "Clave guardada, pero sin verificar",
  savedUncheckedText: (lastFour) =>
    `Tu clave${endingIn(lastFour)} está guardada de forma cifrada. El servicio de video no dio una respuesta clara, así que todavía no pudimos verificarla.`,
  firstVideoTells: "Tu primer video mostrará si funciona.",
  requestNotStarted: "La solicitud que estaba en espera no se inició. Envíala otra vez más tarde.",
  bad: {
    title: "Esta clave no funciona",
    body: [
      "El servicio de video no acepta esta clave, así que no se guardó. Si ya tenías una guardada, sigue igual.",
      "Cópiala otra vez y agrégala de nuevo.",
    ],
  },
  notAKey: "Esto no es una clave",
  empty: "Pega aquí tu clave API.",
  notOneWord: "Una clave es una sola palabra, sin espacios. Cópiala otra vez y pégala aquí.",
  nothingSaved: "No se guardó nada.",
  unknownWord: "Comando desconocido",
  words: (set, status, remove) => ["Escribe ", set, ", ", status, " o ", remove, "."],
  ifItWasYourKey: "Si eso era tu clave, no se guardó. El botón abre un formulario privado para ingresarla.",
  stored: (lastFour) => `Tu clave${endingIn(lastFour)} está guardada de forma cifrada.`,
  works: "Tu clave funciona",
  doesNotWork: {
    title: "Tu clave no funciona",
    body: ["El servicio de video no la acepta. Agrega una nueva."],
  },
  notChecked: {
    title: "No se pudo verificar tu clave",
    body: ["El servicio de video no dio una respuesta clara. Inténtalo otra vez en unos minutos."],
  },
  yours: "Tu clave API",
  none: {
    title: "No hay ninguna clave guardada",
    body: ["Agrega tu propia clave API para crear videos."],
  },
  removed: { title: "Clave borrada", body: ["Reelay ya no la tiene."] },
  confirmRemoval: "¿Borrar tu clave ahora?",
  withoutKey: "Sin clave no puedes crear videos nuevos hasta que agregues otra.",
  nothingToRemove: { title: "No hay ninguna clave guardada", body: ["No hay nada que borrar."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} sigue en proceso. Conserva una copia cifrada de la clave hasta que termine.`
      : `${amounts.videos(open)} siguen en proceso. Conservan una copia cifrada de la clave hasta que terminen.`,
};
