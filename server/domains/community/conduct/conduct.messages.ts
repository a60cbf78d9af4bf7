// Messages about conduct: to reported people and to those who reported.
import {
  channels,
  defineMessage,
  instantFormat,
  type NoFacts,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage } from '#server/platform/room-message.ts'

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
    'que sigan así 12 horas antes de salir se cancelan. Devolvimos los cupos que habías reservado.',
  expelled:
    'Ya no puedes publicar ni reservar, y cancelamos lo que tenías planeado. Tu saldo y lo que ' +
    'ganaste siguen siendo tuyos: puedes entrar a tu billetera y a tus datos.',
}

const toConduct = (site: string) => ({ label: 'Ver mi conducta', url: `${site}/conducta` })

export const sanctioned = defineMessage({
  name: 'sanctioned',
  topic: 'account',
  channels: channels.duty,
  words: (
    { kind, reason, endsAt }: { kind: Kind; reason: string; endsAt: string | null },
    site,
  ) => ({
    subject: headings[kind],
    heading: headings[kind],
    paragraphs: [`Motivo: ${reason}`, meanings[kind]],
    action: toConduct(site),
    facts: endsAt ? [['Hasta', instantFormat.format(new Date(endsAt))]] : [],
    closing: ['Si no estás de acuerdo, apela en los próximos 15 días: responde otra persona.'],
  }),
})

export const hearingAsked = defineMessage({
  name: 'hearing_asked',
  topic: 'account',
  channels: channels.duty,
  words: ({ note, until, isPaused }: { note: string; until: string; isPaused: boolean }, site) => {
    const heading = isPaused ? 'Pausamos tu cuenta mientras revisamos' : 'Queremos oír tu versión'
    return {
      subject: heading,
      heading,
      paragraphs: [
        `Motivo: ${note}`,
        'Antes de decidir queremos oírte: cuéntanos qué pasó en Conducta.',
        ...(isPaused
          ? [
              'Mientras tanto no puedes publicar ni reservar. Tus viajes no se venden; los que ' +
                'sigan así 12 horas antes de salir se cancelan y todo vuelve a tus pasajeros.',
              'Los cupos que reservaste se devuelven completos si sigues así 12 horas antes.',
              'Tu saldo y tus ganancias siguen siendo tuyos. No es una sanción.',
            ]
          : []),
      ],
      action: { ...toConduct(site), label: 'Dar mi versión' },
      facts: [['Te oímos hasta', instantFormat.format(new Date(until))]],
      closing: [],
    }
  },
})

export const pauseOver = defineMessage({
  name: 'pause_over',
  topic: 'account',
  channels: channels.duty,
  words: (
    { resumed, cancelled, seats }: { resumed: number; cancelled: number; seats: number },
    site,
  ) => {
    const lines = [
      resumed > 0 && `Viajes tuyos que vuelven a venderse: ${resumed}.`,
      cancelled > 0 &&
        `Viajes tuyos que ya se habían cancelado y no vuelven: ${cancelled}. Tus pasajeros ` +
          'recibieron todo de vuelta; puedes publicarlos otra vez.',
      seats > 0 && `Cupos tuyos que ya se habían devuelto y no vuelven: ${seats}.`,
    ]
    return {
      subject: 'Tu cuenta vuelve a estar activa',
      heading: 'Tu cuenta vuelve a estar activa',
      paragraphs: ['Ya puedes publicar y reservar.', ...lines.filter((line) => line !== false)],
      action: toConduct(site),
      facts: [],
      closing: [],
    }
  },
})

/** Tells a passenger that a booking stays cancelled after the driver's pause has ended. */
export const tripNotBack = defineMessage({
  name: 'trip_not_back',
  topic: 'trips',
  channels: channels.everywhere,
  words: (data: { path: string; from: string; to: string; at: string }, site) => ({
    subject: 'Tu reserva no vuelve',
    heading: 'Tu reserva no vuelve',
    context: `${data.from} → ${data.to} · ${instantFormat.format(new Date(data.at))}`,
    paragraphs: [
      'La revisión de la cuenta de quien manejaba terminó a su favor, y puede viajar otra vez.',
      'Tu reserva ya se canceló y recibiste todo de vuelta. Si publica otra vez, reserva.',
    ],
    action: { label: 'Ver mi reserva', url: `${site}${data.path}` },
    facts: [],
    closing: [],
  }),
})

export const textHidden = defineMessage({
  name: 'text_hidden',
  topic: 'account',
  channels: channels.duty,
  words: ({ what, reason }: { what: 'message' | 'rating'; reason: string }, site) => {
    const isRating = what === 'rating'
    const heading = isRating ? 'Ocultamos una calificación tuya' : 'Retiramos un mensaje tuyo'
    return {
      subject: heading,
      heading,
      paragraphs: [
        `Motivo: ${reason}`,
        isRating ? 'Ya nadie la ve y no cuenta en el promedio.' : 'Ya nadie lo ve.',
      ],
      action: toConduct(site),
      facts: [],
      closing: ['No es una sanción: puedes usar Cupo como siempre.'],
    }
  },
})

export const reportReceived = defineMessage<NoFacts>({
  name: 'report_received',
  topic: 'account',
  channels: channels.onlyApp,
  words: (_, site) => ({
    subject: 'Recibimos tu reporte',
    heading: 'Recibimos tu reporte',
    paragraphs: ['Una persona del equipo lo revisa y te avisamos. Nadie sabrá que fuiste tú.'],
    action: toConduct(site),
    facts: [],
    closing: [],
  }),
})

export const reportDecided = defineMessage({
  name: 'report_decided',
  topic: 'account',
  channels: channels.duty,
  words: (data: { isUpheld: boolean }, site) => ({
    subject: 'Decidimos sobre tu reporte',
    heading: 'Decidimos sobre tu reporte',
    paragraphs: [
      data.isUpheld
        ? 'Encontramos una falta y tomamos medidas. Gracias por avisarnos.'
        : 'Con lo que sabemos no pudimos confirmar una falta. Si pasa otra vez, cuéntanos.',
    ],
    action: toConduct(site),
    facts: [],
    closing: [],
  }),
})

export const appealReceived = defineMessage<NoFacts>({
  name: 'appeal_received',
  topic: 'account',
  channels: channels.onlyApp,
  words: (_, site) => ({
    subject: 'Recibimos tu apelación',
    heading: 'Recibimos tu apelación',
    paragraphs: ['La responde otra persona del equipo, no quien puso la sanción.'],
    action: toConduct(site),
    facts: [],
    closing: [],
  }),
})

export const appealAnswered = defineMessage({
  name: 'appeal_answered',
  topic: 'account',
  channels: channels.duty,
  words: (data: { isUpheld: boolean; answer: string }, site) => ({
    subject: 'Respondimos tu apelación',
    heading: data.isUpheld ? 'Levantamos la sanción' : 'La sanción se mantiene',
    paragraphs: [data.answer],
    action: toConduct(site),
    facts: [],
    closing: [],
  }),
})

export const conductMessages: AnyMessage[] = [
  sanctioned,
  hearingAsked,
  pauseOver,
  tripNotBack,
  textHidden,
  reportReceived,
  reportDecided,
  appealReceived,
  appealAnswered,
]
