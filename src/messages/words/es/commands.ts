import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Crear un video a partir de un texto, con o sin imagen",
    key: "Agregar, verificar o borrar tu propia clave API",
    jobs: "Ver tus videos en proceso y recientes, y lo que costaron",
    settings: "Ver o cambiar la configuración predeterminada de tus videos",
    data: "Descargar o borrar lo que Reelay guarda sobre ti",
    help: "Primeros pasos, precios y qué hacer si algo sale mal",
  },
  subcommands: {
    set: "Agregar tu clave API en un formulario privado",
    status: "Ver qué clave está guardada y si funciona",
    remove: "Borrar tu clave API",
    export: "Obtener un archivo privado con todo lo que Reelay guarda sobre ti",
    delete: "Borrar tus datos, después de ver cuáles son",
  },
  options: {
    prompt: "Qué debe pasar en el video",
    ratio: "Horizontal o vertical",
    duration: "Cuánto dura el video",
    resolution: "Qué tan nítido es y cuánto cuesta",
    image: "Una imagen para animar (hasta 5 MB)",
    image_url: "O la dirección de una imagen (https://…, hasta 5 MB)",
    ping: "Si quieres recibir un aviso cuando un video esté listo",
    attach: "Si un video terminado se reproduce en su tarjeta o es solo un enlace",
    visibility: "Quién ve las tarjetas de tus videos",
    confirm_above: "Cuándo preguntarme antes de gastar créditos",
    show: "Traer aquí la tarjeta de este video",
  },
  animate: "Animar imagen",
};
