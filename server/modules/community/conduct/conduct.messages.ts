// Messages about conduct: to reported people and to those who reported.
import {
  channels,
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  instantFormat,
  journey,
  type NoFacts,
} from '#server/modules/foundation/notifications/index.ts'
import type { MessageWords } from '#server/platform/message.ts'

type Kind = 'warned' | 'suspended' | 'expelled'

const headings: Record<Kind, string> = {
  warned: 'Recibiste una advertencia',
  suspended: 'Suspendimos tu cuenta por un tiempo',
  expelled: 'Cerramos tu cuenta a los viajes',
}

const meanings: Record<Kind, string> = {
  warned: 'Puedes seguir usando Cupo. Si se repite, suspendemos tu cuenta.',
  suspended:
    'Hasta esa fecha no puedes publicar ni reservar. Tus viajes de antes quedan en pausa, y los ' +
    'que sigan así 12 horas antes de salir se cancelan. Cancelamos lo que habías ' +
    'reservado para antes de esa fecha: si lo pagaste con tu billetera, te devolvimos todo.',
  expelled:
    'Ya no puedes publicar ni reservar, y cancelamos lo que tenías planeado. Tu saldo y lo que ' +
    'ganaste siguen siendo tuyos: puedes entrar a tu billetera y a tus datos.',
}

/** Content with a button to the page of the person's conduct. */
function said(
  site: string,
  heading: string,
  paragraphs: string[],
  more: Partial<MessageWords> = {},
): MessageWords {
  const action = { label: 'Ver mi conducta', url: `${site}/conducta` }
  return { heading, paragraphs, action, ...more }
}

type Sanctioned = {
  kind: Kind
  reason: string
  endsAt: string | null
  /** Deadline of the appeal; absent in messages of release 0.1.0. */
  appealUntil?: string
}

export const sanctioned = defineMessage('sanctioned', 'account', {
  channels: channels.duty,
  words: ({ kind, reason, endsAt, appealUntil }: Sanctioned, site) => {
    const term = appealUntil ? `hasta ${dayAndTime(appealUntil)}` : 'en los próximos 15 días'
    const appeal = `Si no estás de acuerdo, apela ${term}: responde otra persona.`
    return said(site, headings[kind], [`Motivo: ${reason}`, meanings[kind], appeal], {
      facts: endsAt ? [['Hasta', instantFormat.format(new Date(endsAt))]] : [],
    })
  },
})

/** `until`: deadline of the answer; null: it was given or passed, and can still be changed. */
type Asked = { note: string; until: string | null; isPaused: boolean }

export const hearingAsked = defineMessage('hearing_asked', 'account', {
  channels: channels.duty,
  answerUntil: ({ until }: Asked) => until,
  words: ({ note, until, isPaused }: Asked, site) => {
    const heading = isPaused ? 'Pausamos tu cuenta mientras revisamos' : 'Queremos oír tu versión'
    const paused = [
      'Mientras tanto no puedes publicar ni reservar. Tus viajes no se venden; los que ' +
        'sigan así 12 horas antes de salir se cancelan. A quien pagó con su billetera le ' +
        'devolvemos todo.',
      'Si sigues así 12 horas antes, cancelamos los cupos que reservaste. Si los pagaste con tu ' +
        'billetera, te devolvemos todo.',
      'Tu saldo y tus ganancias siguen siendo tuyos. No es una sanción.',
    ]
    const asks = until
      ? `Antes de decidir queremos oírte: cuéntanos qué pasó hasta ${dayAndTime(until)}, con ` +
        'palabras y hasta tres fotos.'
      : 'Todavía puedes agregar a tu versión mientras decidimos.'
    return said(site, heading, [`Motivo: ${note}`, asks, ...(isPaused ? paused : [])], {
      action: { label: 'Dar mi versión', url: `${site}/conducta` },
    })
  },
})

export const pauseOver = defineMessage('pause_over', 'account', {
  channels: channels.duty,
  words: (
    { resumed, cancelled, seats }: { resumed: number; cancelled: number; seats: number },
    site,
  ) => {
    const lines = [
      resumed > 0 && `Viajes tuyos que vuelven a venderse: ${resumed}.`,
      cancelled > 0 &&
        `Viajes tuyos que ya se habían cancelado y no vuelven: ${cancelled}. A quien pagó con su ` +
          'billetera le devolvimos todo; puedes publicarlos otra vez.',
      seats > 0 && `Cupos tuyos que ya se habían devuelto y no vuelven: ${seats}.`,
    ]
    const told = ['Ya puedes publicar y reservar.', ...lines.filter((line) => line !== false)]
    return said(site, 'Tu cuenta vuelve a estar activa', told)
  },
})

/** Tells a passenger that a booking stays cancelled after the driver's pause has ended. */
export const tripNotBack = defineMessage('trip_not_back', 'trips', {
  channels: channels.everywhere,
  words: (data: FareFacts & { path: string; from: string; to: string; at: string }, site) => {
    const paragraphs = [
      'La revisión de la cuenta de quien manejaba terminó a su favor, y puede viajar otra vez.',
      `Tu reserva ya se canceló${forMode(data, {
        billetera: ' y recibiste todo de vuelta',
        directo: '',
      })}. Si publica otra vez, reserva.`,
    ]
    return said(site, 'Tu reserva sigue cancelada', paragraphs, {
      facts: journey(data),
      action: { label: 'Ver mi reserva', url: `${site}${data.path}` },
    })
  },
})

export const textHidden = defineMessage('text_hidden', 'account', {
  channels: channels.duty,
  words: ({ what, reason }: { what: 'message' | 'rating'; reason: string }, site) => {
    const isRating = what === 'rating'
    const heading = isRating ? 'Ocultamos una calificación tuya' : 'Retiramos un mensaje tuyo'
    const effect = isRating ? 'Ya nadie la ve y no cuenta en el promedio.' : 'Ya nadie lo ve.'
    const closing = ['No es una sanción: puedes usar Cupo como siempre.']
    const help = { title: '¿No estás de acuerdo?' }
    return said(site, heading, [`Motivo: ${reason}`, effect], { closing, help })
  },
})

export const reportReceived = defineMessage<NoFacts>('report_received', 'account', {
  channels: channels.onlyApp,
  words: (_, site) =>
    said(site, 'Recibimos tu reporte', [
      'Una persona del equipo lo revisa y te avisamos. Nadie sabrá que fuiste tú.',
    ]),
})

export const reportDecided = defineMessage('report_decided', 'account', {
  channels: channels.duty,
  words: (data: { isUpheld: boolean }, site) =>
    said(site, 'Decidimos sobre tu reporte', [
      data.isUpheld
        ? 'Encontramos una falta y tomamos medidas. Gracias por avisarnos.'
        : 'Con lo que sabemos no pudimos confirmar una falta. Si pasa otra vez, cuéntanos.',
    ]),
})

export const appealReceived = defineMessage<NoFacts>('appeal_received', 'account', {
  channels: channels.onlyApp,
  words: (_, site) =>
    said(site, 'Recibimos tu apelación', [
      'La responde otra persona del equipo, no quien puso la sanción.',
    ]),
})

export const appealAnswered = defineMessage('appeal_answered', 'account', {
  channels: channels.duty,
  words: (data: { isUpheld: boolean; answer: string }, site) => {
    const heading = data.isUpheld ? 'Levantamos la sanción' : 'La sanción se mantiene'
    return said(site, heading, [data.answer], { subject: 'Respondimos tu apelación' })
  },
})
