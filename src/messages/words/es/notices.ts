import type { Words } from "../en.ts";

const ASK = "Pregunta a quienes administran este bot.";
const NOTHING = "No se cobró nada.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Ahora no",
    body: [`Reelay no puede guardar esto ahora. ${NOTHING}`, "Inténtalo otra vez en un minuto."],
  },
  workspaceFull: {
    title: "Demasiados videos aquí",
    text: (most) =>
      `Aquí ya ${most === 1 ? "se está creando 1 video" : `se están creando ${most} videos`}, y ese es el máximo. ${NOTHING}`,
    next: "Inténtalo otra vez en unos minutos.",
  },
  tooManyCommands: {
    title: "Un poco más despacio, por favor",
    text: (most) => `Puedes usar hasta ${most} comandos por minuto. Inténtalo otra vez en un minuto.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay está ocupado",
    text: "Reelay está ocupado con los comandos de otras personas. Inténtalo otra vez en un minuto.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Aquí no",
    body: [`No puedes crear videos aquí. ${NOTHING}`, ASK],
  },
  blocked: { title: "No autorizado", body: [`No puedes crear videos con este bot. ${NOTHING}`, ASK] },
  notYours: {
    title: "Este video no es tuyo",
    body: ["Solo la persona que lo pidió puede hacer eso. Puedes crear el tuyo."],
  },
  strayPress: {
    title: "No se hizo nada",
    body: [
      "Este botón no es de este mensaje. No se cobró nada.",
      "Usa la tarjeta del video: desde la lista de tus videos puedes traerla aquí.",
    ],
  },
  goneCard: {
    title: "Esta tarjeta ya no está activa",
    body: [`El registro de este video se borró, así que sus botones ya no funcionan. ${NOTHING}`, "Pide uno nuevo."],
  },
  noSuchVideo: {
    title: "No encontramos ese video",
    body: [
      "Ese identificador no corresponde a ninguno de tus videos, o corresponde a varios. La lista de tus videos los muestra: escribe al menos seis caracteres.",
    ],
  },
  forgottenPrompt: {
    title: "Este prompt venció",
    body: [`Reelay ya no lo tiene. ${NOTHING}`, "Escríbelo otra vez."],
  },
  stillStarting: {
    title: "Iniciando",
    body: ["Este video se está iniciando. Trae su tarjeta aquí en un momento."],
  },
  unknownAct: {
    title: "Acción desconocida",
    text: `Esto es de otra versión de Reelay, así que no se hizo nada. ${NOTHING}`,
    next: (help) => ["Escribe ", help, " para ver qué puedes hacer."],
  },
  somethingWentWrong: {
    title: "Algo salió mal",
    body: [`Algo salió mal en Reelay. No se inició ningún video. ${NOTHING}`, "Inténtalo otra vez en un minuto."],
  },
  alreadyOnItsWay: {
    title: "Ya está en proceso",
    body: ["Este video ya está en proceso. Este clic no inició nada más."],
  },
  justStarted: {
    title: "Recién iniciado",
    body: [
      "Hace un momento se inició un video desde esta tarjeta. Para crear otro, envía el formulario de nuevo en unos segundos. Por este no se cobró nada.",
    ],
  },
  toldToo: {
    title: "También te avisaremos.",
    body: ["Te mencionaremos cuando este video termine."],
  },
  toldUntil: {
    title: "También te avisaremos, por un tiempo.",
    text: (when) => [
      "Si este video termina antes de ",
      when,
      ", te mencionaremos. Después, Reelay solo podrá avisarle a quien lo pidió.",
    ],
  },
  nobodyTold: {
    title: "Aquí no se puede avisar",
    body: ["Reelay solo puede avisarle a la persona que pidió este video. No te agregamos a la lista."],
  },
  toldAlready: { title: "Ya estás en la lista.", body: ["Te mencionaremos cuando este video termine."] },
  toldAnyway: {
    title: "Te avisaremos de todos modos.",
    body: ["Este video es tuyo: te mencionaremos cuando termine."],
  },
  listFull: {
    title: "La lista está llena",
    body: ["Un mensaje no puede mencionar a más personas. La tarjeta sí cambia para todos."],
  },
  alreadyOver: {
    title: "Ya terminó",
    body: ["No hay nada más que esperar: la tarjeta muestra el resultado."],
  },
  stillRunning: {
    title: "Sigue en proceso",
    body: [
      "Este video sigue en proceso, así que su tarjeta se queda. El servicio no puede detener un video que ya se inició.",
      "Podrás borrar la tarjeta cuando el video termine.",
    ],
  },
};
