import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Crear un video a partir de palabras, o de palabras y una imagen",
    key: "Añadir, comprobar o quitar tu propia clave API",
    jobs: "Ver tus videos, en marcha y recientes, y lo que cuestan",
    settings: "Ver o cambiar cómo son tus videos cuando no dices otra cosa",
    data: "Obtener o borrar lo que Reelay guarda sobre ti",
    help: "Primeros pasos, precios y qué hacer cuando algo va mal",
  },
  subcommands: {
    set: "Añadir tu clave API en un formulario privado",
    status: "Ver qué clave está guardada y si funciona",
    remove: "Olvidar tu clave API",
    export: "Obtener un archivo privado con todo lo que Reelay guarda sobre ti",
    delete: "Hacer que se olvide todo, después de ver qué es",
  },
  options: {
    prompt: "Qué debe pasar en el video",
    ratio: "Horizontal o vertical",
    duration: "Cuánto dura el video",
    resolution: "Qué tan nítido es y cuánto cuesta",
    image: "Una imagen para darle vida (hasta 5 MB)",
    image_url: "O la dirección de una imagen (https://…, hasta 5 MB)",
    ping: "Si un mensaje te avisa cuando un video termina",
    attach: "Si un video terminado se ve en su tarjeta o es solo un enlace",
    visibility: "Quién ve las tarjetas de tus videos",
    confirm_above: "Cuándo preguntarme antes de gastar créditos",
    show: "Traer aquí la tarjeta de este video",
  },
  animate: "Animar imagen",
};
