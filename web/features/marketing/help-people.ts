import { CHAT_AFTER_TRIP_DAYS } from '#contract/conversation-limits.ts'
import { APPEAL_DAYS } from '#contract/limits.ts'
import { RATING_DAYS } from '#contract/rating-tags.ts'
import { paths } from '#web/lib/paths.ts'
import type { HelpTopic } from './help-before-trip.ts'

/* Questions about other people: messages, calls, ratings and reports. */

export const people: HelpTopic = {
  id: 'personas',
  title: 'Hablar, calificar y reportar',
  questions: [
    {
      id: 'escribir',
      question: '¿Puedo hablar con el conductor antes de reservar?',
      answer:
        'Sí: en el viaje elige «Preguntar al conductor». Los celulares, correos y enlaces se ven ' +
        'cuando la reserva está confirmada; antes los ocultamos. El chat queda abierto hasta ' +
        `${CHAT_AFTER_TRIP_DAYS} días después del viaje.`,
      link: { to: paths.messages(), text: 'Ver mis mensajes' },
    },
    {
      id: 'llamar',
      question: '¿Cuándo veo el celular de la otra persona?',
      answer:
        'El día del viaje, con la reserva confirmada: en tu tiquete o en el recorrido puedes ' +
        'llamar o escribir por WhatsApp. Nunca antes, y nunca es público.',
    },
    {
      id: 'calificar',
      question: '¿Cómo funcionan las calificaciones?',
      answer:
        'Después del viaje, pasajero y conductor se califican de 1 a 5 estrellas. Ninguno ve lo ' +
        `que dijo el otro hasta que ambos escriben o pasan ${RATING_DAYS} días. Puedes responder ` +
        'una vez a lo que dijeron de ti.',
    },
    {
      id: 'bloquear',
      question: '¿Cómo reporto o bloqueo a alguien?',
      answer:
        'En su perfil, en la conversación o en tu reserva, con el menú junto a su nombre. Un ' +
        'reporte lo lee una persona del equipo, y nadie sabe que fuiste tú. Si bloqueas a ' +
        'alguien, no vuelven a encontrarse en búsquedas, reservas ni mensajes.',
    },
    {
      id: 'sancion',
      question: 'Me sancionaron y no estoy de acuerdo',
      answer:
        `En «Mi conducta» lees el motivo y puedes apelar durante ${APPEAL_DAYS} días. Te ` +
        'responde otra persona del equipo, no quien decidió.',
      link: { to: paths.conduct(), text: 'Ver mi conducta' },
    },
  ],
}
