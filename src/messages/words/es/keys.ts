import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const WHERE = "Consigues una clave en el panel de tu cuenta en el servicio de video.";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (termina en ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "Primero hace falta tu propia clave API",
    body: [`Los videos se pagan con tu propia cuenta en el servicio de video. ${WHERE}`],
  },
  keptForIt: "Tu petición se guarda durante una hora y sigue sola en cuanto la clave esté guardada.",
  thenPress: (button) => `Añádela y luego pulsa «${button}».`,
  nothingCharged: "No se cobró nada.",
  checking: { title: "Comprobando tu clave…", body: ["Esto no cuesta créditos."] },
  saved: "Tu clave está guardada",
  savedText: (lastFour) => `Tu clave${endingIn(lastFour)} funciona y está guardada cifrada.`,
  goesOn: "La petición que la esperaba sigue ahora.",
  videosGoOn: (open) => (open === 1 ? "Tu video sigue adelante." : `Tus ${open} videos siguen adelante.`),
  youCan: "Ya puedes crear videos.",
  savedUnchecked: "Tu clave está guardada, pero sin comprobar",
  savedUncheckedText: (lastFour) =>
    `Tu clave${endingIn(lastFour)} está guardada cifrada. El servicio de video no dio una respuesta clara, así que aún no se sabe si funciona.`,
  firstVideoTells: "El primer video lo dirá.",
  requestNotStarted: "La petición que la esperaba no empezó. Envíala otra vez más tarde.",
  bad: {
    title: "Esta clave no funciona",
    body: [
      "El servicio de video no acepta esta clave, así que no se guardó. Una clave que guardaste antes sigue como está.",
      `Cópiala otra vez y añádela de nuevo. ${WHERE}`,
    ],
  },
  notAKey: "Esto no es una clave",
  empty: "Pega aquí tu clave API.",
  notOneWord: "Una clave es una sola palabra sin espacios. Cópiala otra vez y pégala aquí.",
  nothingSaved: "No se guardó nada.",
  unknownWord: "Esa palabra no se conoce",
  words: (set, status, remove) => ["Escribe ", set, ", ", status, " o ", remove, "."],
  ifItWasYourKey: "Si eso era tu clave: no se guardó. El botón abre un formulario privado para ella.",
  stored: (lastFour) => `Tu clave${endingIn(lastFour)} está guardada cifrada.`,
  works: "Tu clave funciona",
  doesNotWork: {
    title: "Tu clave no funciona",
    body: ["El servicio de video no la acepta. Añade una nueva."],
  },
  notChecked: {
    title: "No se pudo comprobar tu clave",
    body: ["El servicio de video no dio una respuesta clara. Pregunta otra vez en unos minutos."],
  },
  yours: "Tu clave API",
  none: {
    title: "No hay ninguna clave guardada",
    body: [`Añade tu propia clave API para crear videos. ${WHERE}`],
  },
  removed: { title: "Tu clave se quitó", body: ["Reelay la ha olvidado."] },
  confirmRemoval: "¿Quitar tu clave ahora?",
  withoutKey: "Sin clave no puedes crear videos nuevos hasta que añadas una.",
  nothingToRemove: { title: "No hay ninguna clave guardada", body: ["No hay nada que quitar."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} sigue en marcha. Conserva una copia cifrada de la clave hasta que termine.`
      : `${amounts.videos(open)} siguen en marcha. Conservan una copia cifrada de la clave hasta que terminen.`,
};
