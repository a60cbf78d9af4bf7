import {
  BOARDING_OPENS_HOURS,
  DISPUTE_HOURS,
  FREE_RETURNS,
  FULL_REFUND_AHEAD_HOURS,
  LATE_AFTER_MINUTES,
  MOVED_FAR_MINUTES,
  NO_SHOW_AFTER_MINUTES,
  PHONES_AHEAD_HOURS,
  SECOND_THOUGHTS_MINUTES,
} from '#contract/booking-limits.ts'
import { CHAT_AFTER_TRIP_DAYS } from '#contract/conversation-limits.ts'
import {
  APPEAL_DAYS,
  REVIEW_TERM_DAYS,
  STOPS_BETWEEN_MAX,
  TRIP_DAYS_AHEAD_MAX,
} from '#contract/limits.ts'
import { RATING_DAYS } from '#contract/rating-tags.ts'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { rideRequestLinks } from '#web/shared/demand/ride-requests/ride-request-links.ts'
import { account, booking, type HelpTopic, money } from './help-before-trip.ts'

/* Questions about other people: messages, calls, ratings and reports. */

const people: HelpTopic = {
  id: 'personas',
  title: 'Hablar, calificar y reportar',
  questions: [
    {
      id: 'escribir',
      question: '¿Puedo hablar con el conductor antes de reservar?',
      answer:
        'Sí: en el viaje elige «Preguntar al conductor». Los celulares, correos y enlaces se ven ' +
        'cuando la reserva está confirmada; antes los ocultamos. El chat queda abierto hasta ' +
        `${CHAT_AFTER_TRIP_DAYS} días después del viaje. Nuestro equipo solo lo lee para decidir ` +
        'un reporte o un reclamo abierto entre los dos, y queda registrado.',
      link: { to: paths.messages(), text: 'Ver mis mensajes' },
    },
    {
      id: 'llamar',
      question: '¿Cuándo veo el celular de la otra persona?',
      words: 'telefono numero contacto whatsapp',
      answer:
        `El día del viaje, o ${PHONES_AHEAD_HOURS} horas antes de salir, con la reserva ` +
        'confirmada: en tu tiquete o en el recorrido puedes llamar o escribir por WhatsApp. ' +
        'Nunca antes, y nunca es público.',
    },
    {
      id: 'calificar',
      question: '¿Cómo funcionan las calificaciones?',
      words: 'estrellas opinion comentarios',
      answer:
        'Después del viaje, pasajero y conductor se califican de 1 a 5 estrellas. Ninguno ve lo ' +
        `que dijo el otro hasta que ambos escriben o pasan ${RATING_DAYS} días. Puedes responder ` +
        'una vez a lo que dijeron de ti.',
    },
    {
      id: 'bloquear',
      question: '¿Cómo reporto o bloqueo a alguien?',
      words: 'denunciar acoso queja grosero',
      answer:
        'En su perfil, en la conversación o en tu reserva, con el menú junto a su nombre. Un ' +
        'reporte lo lee una persona del equipo, y nadie sabe que fuiste tú. Si bloqueas a ' +
        'alguien, no vuelven a encontrarse en búsquedas, reservas ni mensajes; las reservas que ' +
        'ya tienen siguen en pie. Lo deshaces en Mi cuenta, «Seguridad».',
    },
    {
      id: 'sancion',
      question: 'Me sancionaron y no estoy de acuerdo',
      answer:
        `En «Conducta» lees el motivo y puedes apelar durante ${APPEAL_DAYS} días. Te ` +
        'responde otra persona del equipo, no quien decidió.',
      link: { to: paths.conduct(), text: 'Ver mi conducta' },
    },
  ],
}

const travelDay: HelpTopic = {
  id: 'viaje',
  title: 'El día del viaje',
  questions: [
    {
      id: 'tiquete',
      question: '¿Qué muestro para subir?',
      words: 'qr codigo abordar boleta',
      answer:
        'El QR de tu tiquete, en «Mis viajes». Si la cámara no lo lee, dicta el código de seis ' +
        `caracteres. Sirve desde ${BOARDING_OPENS_HOURS} horas antes de la recogida y una sola ` +
        'vez. Antes de subir, compara la placa.',
      link: { to: paths.myTrips('pasajero'), text: 'Ver mis viajes' },
    },
    {
      id: 'sin-internet',
      question: '¿Y si no tengo internet?',
      answer:
        'Abre tu tiquete antes de salir de casa: queda guardado en tu celular. El conductor lee ' +
        'el QR sin señal.',
    },
    {
      id: 'conductor-no-llega',
      question: 'El conductor no llega',
      words: 'no aparece no vino me dejo plantado',
      answer:
        `Si pasan ${LATE_AFTER_MINUTES} minutos de la hora y el conductor no registró que llegó, ` +
        'en tu reserva aparece «El conductor no llegó»: te devolvemos todo lo pagado con ' +
        'billetera y queda en su página pública.',
    },
    {
      id: 'objeto-perdido',
      question: 'Dejé algo olvidado en el carro',
      words: 'perdi objeto maleta celular gafas se me quedo perdida recuperar',
      answer:
        'Escríbele al conductor en el chat del viaje: sigue abierto ' +
        `${CHAT_AFTER_TRIP_DAYS} días después de llegar. Si no responde, ábrenos un caso sobre ` +
        'ese viaje y lo buscamos contigo.',
      link: { to: paths.messages(), text: 'Ver mis mensajes' },
    },
    {
      id: 'llego-tarde',
      question: 'Voy tarde a mi punto de encuentro',
      words: 'demora retraso espera',
      answer:
        `El conductor te espera ${NO_SHOW_AFTER_MINUTES} minutos. Después puede registrar que no ` +
        'llegaste: entonces no vuelve nada de lo pagado con billetera. Si no fue así, tienes ' +
        `${DISPUTE_HOURS} horas para decirlo en tu reserva y una persona lo revisa.`,
    },
    {
      id: 'emergencia',
      question: '¿Qué hago en una emergencia?',
      words: 'peligro accidente policia robo ayuda',
      answer:
        'Si alguien está en peligro, llama primero al 123. Nuestra línea de emergencias atiende ' +
        'a toda hora y respondemos en máximo dos horas.',
      link: { to: paths.contact(), text: 'Ver la línea 24/7' },
    },
  ],
}

const driving: HelpTopic = {
  id: 'conducir',
  title: 'Conducir y documentos',
  questions: [
    {
      id: 'documentos',
      question: '¿Qué documentos necesito para publicar?',
      words: 'papeles licencia soat requisitos conductor',
      answer:
        'Tu documento (cédula, cédula de extranjería o PPT) por los dos lados, tu licencia, y ' +
        'del carro la tarjeta de propiedad, el SOAT, su póliza (de responsabilidad civil o todo ' +
        'riesgo), la técnico-mecánica si le aplica y cuatro fotos. También tu foto de perfil. ' +
        'SOAT, póliza y técnico-mecánica deben estar vigentes el día del viaje.',
      link: { to: paths.documents(), text: 'Subir mis documentos' },
    },
    {
      id: 'revision',
      question: '¿Cuánto tarda la revisión?',
      words: 'verificacion aprobar demora papeles',
      answer:
        `Una persona los mira, por lo general en máximo ${REVIEW_TERM_DAYS} días hábiles. El ` +
        'resultado sale en «Mis documentos»; si algo no sirve, ahí te decimos qué corregir.',
    },
    {
      id: 'publicar',
      question: '¿Cómo publico un viaje?',
      words: 'ofrecer puestos conducir llevar gente',
      answer:
        `Di por dónde pasas (hasta ${STOPS_BETWEEN_MAX} paradas), el día y la hora, los puestos ` +
        `libres y el precio. Puedes publicar hasta ${TRIP_DAYS_AHEAD_MAX} días antes.`,
      link: { to: paths.publish(), text: 'Publicar un viaje' },
    },
    {
      id: 'quien-busca',
      question: '¿Cómo sé si hay quien viaje por mi camino?',
      answer:
        'Antes de poner el precio te decimos cuántas personas buscan ese camino y ese día. ' +
        'Puedes invitarlas con un toque; pagan el precio de siempre.',
      link: { to: rideRequestLinks.demand(), text: 'Ver quién busca cupo' },
    },
    {
      id: 'comision',
      question: '¿Cuánto cobra Cupo?',
      words: 'cuanto cuesta descuento porcentaje',
      answer:
        `El ${brand.commission} del valor del cupo, a cargo del conductor: antes de publicar ves ` +
        'cuánto recibes. Al pasajero no se le suma nada. Con pago directo, la comisión sale de ' +
        'tu billetera.',
    },
    {
      id: 'recibir',
      question: '¿Cuándo recibo mi dinero?',
      words: 'pagan ganancias plata conductor',
      answer:
        'Lo pagado con billetera pasa a la tuya cuando escaneas el QR del pasajero, menos la ' +
        'comisión. El pago directo lo recibes del pasajero al subir.',
    },
    {
      id: 'negocio',
      question: '¿Puedo llevar pasajeros para ganar dinero?',
      answer:
        'No. Cupo es para compartir los gastos de un viaje que ya ibas a hacer; por eso el ' +
        'precio tiene tope.',
      link: { to: paths.terms(), text: 'Términos y condiciones' },
    },
  ],
}

const refunds: HelpTopic = {
  id: 'devoluciones',
  title: 'Cancelaciones y devoluciones',
  questions: [
    {
      id: 'cancelar-cupo',
      question: '¿Cuánto me devuelven si cancelo mi cupo?',
      words: 'devuelven plata reembolso anular reserva devolucion',
      answer:
        `Con ${FULL_REFUND_AHEAD_HOURS} horas o más antes de la recogida, o en los ` +
        `${SECOND_THOUGHTS_MINUTES} minutos siguientes a reservar, todo lo pagado con billetera. ` +
        'Después, la mitad; el resto compensa al conductor. Antes de confirmar ves el valor ' +
        'exacto.',
    },
    {
      id: 'cancelar-varias-veces',
      question: '¿Y si cancelo varias veces en el mismo viaje?',
      answer: `Desde la vez número ${FREE_RETURNS + 1} vuelve la mitad, a cualquier hora.`,
    },
    {
      id: 'conductor-cancela',
      question: '¿Y si el conductor cancela o no acepta mi solicitud?',
      words: 'cancelaron viaje conductor devuelven',
      answer: 'Te devolvemos todo lo pagado con billetera, sin que tengas que pedirlo.',
    },
    {
      id: 'cambio-de-hora',
      question: 'El conductor cambió la hora, ¿puedo salirme?',
      words: 'horario cambiaron',
      answer:
        `Sí. Si la hora se movió ${MOVED_FAR_MINUTES} minutos o más en total, puedes cancelar y ` +
        'te devolvemos todo. Te avisamos por correo y en tu reserva.',
    },
    {
      id: 'pago-directo',
      question: '¿Qué pasa si reservé con pago directo?',
      answer:
        'Cupo no tiene tu dinero, así que no hay nada que devolver. Puedes cancelar sin costo ' +
        'hasta la hora de tu recogida.',
    },
    {
      id: 'no-viaje',
      question: 'El conductor registró mi subida y no viajé',
      answer:
        `Abre tu reserva y elige «No me subí» en las ${DISPUTE_HOURS} horas siguientes. Una ` +
        'persona lo revisa y, si tienes razón, recuperas todo lo pagado con billetera.',
    },
    {
      id: 'a-donde-vuelve',
      question: '¿A dónde vuelve el dinero?',
      words: 'devuelven plata reembolso dinero devolucion',
      answer:
        'A tu billetera de Cupo, en el momento de la cancelación. Lo ves en tus movimientos y ' +
        'puedes usarlo en otro viaje.',
      link: { to: paths.wallet(), text: 'Ver mi billetera' },
    },
  ],
}

/** Help topics, in the order of a trip. */
export const helpTopics: readonly HelpTopic[] = [
  account,
  booking,
  money,
  travelDay,
  people,
  driving,
  refunds,
]
