import type { Words } from "../en.ts";

const ASK = "Pregunta a quienes llevan este bot.";
const NOTHING = "No se cobró nada.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Ahora no",
    body: [`Reelay no puede guardar esto ahora. ${NOTHING}`, "Inténtalo otra vez en un minuto."],
  },
  workspaceFull: {
    title: "Demasiados videos aquí",
    text: (most) =>
      `Aquí ${most === 1 ? "se está creando 1 video" : `se están creando ${most} videos`}, y no se permiten más a la vez. ${NOTHING}`,
    next: "Inténtalo otra vez en unos minutos.",
  },
  tooManyCommands: {
    title: "Un poco más despacio, por favor",
    text: (most) => `No se aceptan más de ${most} comandos por minuto. Inténtalo otra vez en un minuto.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay está ocupado",
    text: "Reelay está ocupado con los comandos de otras personas. Inténtalo otra vez en un minuto.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Aquí no",
    body: [`Aquí no se pueden crear videos, o tú no puedes. ${NOTHING}`, ASK],
  },
  blocked: { title: "No permitido", body: [`No puedes crear videos con este bot. ${NOTHING}`, ASK] },
  notYours: {
    title: "No es tuyo",
    body: ["Solo la persona que pidió este video puede hacer eso. Puedes crear uno tuyo."],
  },
  strayPress: {
    title: "No se hizo nada",
    body: [
      "Este botón no es del mensaje en el que se pulsó. No se cobró nada.",
      "Usa la tarjeta del propio video: tu lista de videos la trae aquí.",
    ],
  },
  goneCard: {
    title: "Demasiado antiguo",
    body: [`Reelay ya olvidó este video, así que este botón no hace nada. ${NOTHING}`, "Pide uno nuevo."],
  },
  noSuchVideo: {
    title: "No existe ese video",
    body: [
      "Ninguno de tus videos tiene un identificador que empiece así, o lo tienen varios. La lista de tus videos los muestra: escribe al menos seis caracteres.",
    ],
  },
  forgottenPrompt: {
    title: "Demasiado antiguo",
    body: [`Reelay ya olvidó ese prompt. ${NOTHING}`, "Escríbelo otra vez."],
  },
  stillStarting: {
    title: "Empezando ahora",
    body: ["Este video está empezando ahora mismo. Trae su tarjeta aquí en un momento."],
  },
  unknownAct: {
    title: "No se conoce aquí",
    text: `Esto es de otra versión de Reelay, así que no se hizo nada. ${NOTHING}`,
    next: (help) => `Escribe ${help} para ver qué hay.`,
  },
  somethingWentWrong: {
    title: "Algo salió mal",
    body: [
      `Algo salió mal dentro de Reelay. No se empezó ningún video por esto. ${NOTHING}`,
      "Inténtalo otra vez en un minuto.",
    ],
  },
  alreadyOnItsWay: {
    title: "Ya está en camino",
    body: ["Ya está en camino. Esta pulsación no empezó nada más."],
  },
  toldToo: {
    title: "Se te avisará también.",
    body: ["Cuando este video termine, un mensaje te nombrará a ti también."],
  },
  toldUntil: {
    title: "También se te avisará, por un rato.",
    text: (when) => [
      "Si este video termina antes de ",
      when,
      ", un mensaje también te nombrará. Después, Reelay solo puede avisar a quien lo pidió.",
    ],
  },
  nobodyTold: {
    title: "Aquí no se puede avisar",
    body: ["Cuando este video termine, Reelay solo puede avisar a quien lo pidió. No se apuntó a nadie."],
  },
  toldAlready: { title: "Ya estás en la lista.", body: ["Cuando este video termine, un mensaje te nombrará."] },
  toldAnyway: {
    title: "Se te avisa de todos modos.",
    body: ["Este video es tuyo: cuando termine, un mensaje te nombrará."],
  },
  listFull: {
    title: "La lista está llena",
    body: ["Un mensaje no puede nombrar a más personas. La tarjeta misma cambia para todos."],
  },
  alreadyOver: {
    title: "Ya ha terminado",
    body: ["Ya no hay nada que esperar: la tarjeta dice qué pasó."],
  },
  stillRunning: {
    title: "Sigue en camino",
    body: [
      "Este video sigue en marcha, así que su tarjeta se queda. El servicio no puede parar un video que ha empezado.",
      "Puedes borrar la tarjeta cuando esté terminado.",
    ],
  },
};
