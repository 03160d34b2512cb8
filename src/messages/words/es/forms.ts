import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "Guardar",
  makeIt: "Crear",
  key: {
    title: "Tu clave API",
    note: "Solo tú ves este formulario. La clave se prueba sin gastar créditos y se guarda cifrada.",
    label: "Clave API",
    hint: "En tu panel en el servicio de video",
  },
  makeVideo: "Crear un video",
  creditsAreTaken: "Los créditos se cobran al iniciarse el video y se devuelven si falla.",
  newVideo: "Esto crea un video nuevo. Los créditos se cobran al iniciarse y se devuelven si falla.",
  edit: "Editar y crear",
  pictureAgain: "Agregar la imagen",
  risk: (atMost) => `Puede que el primero ya haya costado hasta ${credits(atMost)}. Este se cobra aparte.`,
  prompt: "Prompt",
  promptHint: "Qué debe pasar en el video",
  ratio: "Formato",
  duration: "Duración",
  resolution: "Resolución y precio",
  picture: "Imagen",
  address: "Dirección de una imagen",
  hints: {
    upload: "Opcional. Una imagen para animar, hasta 5 MB.",
    address: "Opcional. La dirección (https://…) de una imagen para animar, hasta 5 MB.",
    uploadKept: "Opcional. Si lo dejas vacío, se usa la imagen anterior. Hasta 5 MB.",
    uploadEmpty: "Opcional. Hasta 5 MB.",
    addressEmpty: "Opcional. https://…, hasta 5 MB.",
    gone: "La imagen anterior ya no se puede abrir. Agrégala otra vez, o agrega otra, hasta 5 MB.",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9 (horizontal)", "9:16": "9:16 (vertical)" },
  asPicture: "Como la imagen",
  duration: (seconds) => `${seconds} segundos`,
  resolution: (resolution, ten, fifteen) => `${resolution} (${ten} créditos por 10 s, ${fifteen} por 15 s)`,
  ping: {
    on: "Activadas",
    off: "Desactivadas",
    channel: "Activadas, y también en el canal",
  },
  attach: { yes: "Reproducirlo en la tarjeta si es posible", no: "Solo el enlace" },
  attachInThread: "Reproducirlo en el hilo de la tarjeta si es posible",
  visibility: { here: "Todos aquí ven la tarjeta", private: "Solo yo veo la tarjeta" },
  confirmAbove: {
    always: () => "Siempre",
    above: (most) => `Si cuesta más de ${credits(most)}`,
    never: () => "Nunca",
  },
};

export const settings: Words["settings"] = {
  yours: "Tu configuración",
  saved: "Configuración guardada",
  note: "Configuración predeterminada de tus videos.",
  first: "Las opciones de una solicitud tienen prioridad, y una imagen conserva su propio formato.",
  labels: {
    ratio: "Formato",
    duration: "Duración",
    resolution: "Resolución",
    ping: "Notificaciones",
    attach: "Archivo del video",
    visibility: "Visibilidad",
    confirm_above: "Preguntarme antes de gastar",
  },
  line: (label, chosen) => `${label}: ${chosen}`,
  or: " o ",
  bad: (given, allowed) => `“${given}” no es una de las opciones. Elige ${allowed}.`,
  nothingChanged: "No se cambió nada",
};
