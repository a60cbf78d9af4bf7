import {
  channels,
  dayAndTime,
  defineMessage,
  type FareFacts,
  forMode,
  pesosFormat,
} from '#server/modules/foundation/notifications/index.ts'

type Disputed = FareFacts & {
  path: string
  /** Deadline of the driver's version; absent in messages of release 0.1.0. */
  until?: string
}

type Told = { subject: string; heading?: string; paragraphs: string[] }

/** The deadline inside a sentence. */
const by = ({ until }: Pick<Disputed, 'until'>) => (until ? ` hasta ${dayAndTime(until)}` : '')

/** Message to the driver of a dispute: what the passenger says, and the field to answer it. */
const toDriver = (name: string, told: (data: Disputed) => Told) =>
  defineMessage(name, 'trips', {
    channels: channels.duty,
    answerUntil: ({ until }: Disputed) => until ?? null,
    words: (data: Disputed, site) => {
      const { subject, heading = subject, paragraphs } = told(data)
      return {
        ...{ subject, heading },
        paragraphs: [
          ...paragraphs,
          `Cuéntanos qué pasó${by(data)}, con palabras y hasta tres ` +
            'fotos. Una persona de Cupo lee las dos versiones por igual y decide.',
        ],
        action: { label: 'Dar mi versión', url: `${site}${data.path}/version` },
      }
    },
  })

export const objectionOpened = toDriver('objection_opened', (data) => ({
  subject: 'Un pasajero dice que no llegaste a recogerlo',
  heading: 'Un pasajero dice que no llegaste',
  paragraphs: [
    'Nadie registró su subida y nos cuenta que no llegaste.',
    forMode(data, {
      billetera: 'Hasta que decidamos no se paga ni se devuelve nada.',
      directo: 'Hasta que decidamos no se cobra comisión.',
    }),
  ],
}))

export const changeObjected = toDriver('change_objected', () => ({
  subject: 'Tu pasajero perdió el cambio de carro',
  heading: 'Un pasajero dice que no alcanzó tu carro',
  paragraphs: [
    'Nos cuenta que su primer carro llegó tarde.',
    'No es una queja de ti, y no queda en tu historial.',
    'Hasta que decidamos no se paga ni se devuelve nada.',
  ],
}))

export const checkInDenied = toDriver('check_in_denied', (data) => ({
  subject: 'Tu pasajero dice que no se subió',
  paragraphs: [
    'Registraste su subida y nos cuenta que no viajó contigo.',
    `Si le damos la razón, ${forMode(data, {
      billetera: 'el pasaje vuelve a su billetera',
      directo: 'no pagas comisión',
    })}.`,
  ],
}))

export const noShowDisputed = toDriver('no_show_disputed', (data) => ({
  subject: 'Tu pasajero dice que sí estaba en el punto',
  paragraphs: [
    'Marcaste que no llegó y nos cuenta otra cosa.',
    forMode(data, {
      billetera: 'Hasta que decidamos el dinero queda quieto.',
      directo: 'Está en juego tu historial: con pago directo Cupo no te cobra comisión.',
    }),
  ],
}))

export const disputeReceived = defineMessage('dispute_received', 'trips', {
  channels: channels.everywhere,
  words: (data: { path: string; until?: string }, site) => ({
    heading: 'Recibimos tu reclamo',
    paragraphs: [
      `El conductor da su versión${by(data)}, y después ` +
        'decide una persona de Cupo. Te avisamos.',
      'Mientras tanto puedes agregar palabras una vez y hasta tres fotos.',
    ],
    action: { label: 'Agregar a mi reclamo', url: `${site}${data.path}/version` },
  }),
})

type Resolved = FareFacts & {
  path: string
  inFavour: boolean
  /** What the driver's wallet lacked to return the fare. */
  owedPesos?: number
  /** Absent, as `byWallet`, in messages of release 0.2.0. */
  settled?: Settled
}

/** What a decision leaves of a booking, for one side of it. Money in whole pesos. */
type Settled = {
  side: 'passenger' | 'driver'
  from: string
  to: string
  /** Time of the pick-up. */
  at: string
  farePesos: number
  /** What the driver keeps after commission, and the commission. */
  earnsPesos: number
  commissionPesos: number
  /** Part of a returned fare that goes back to the guarantee fund, which had paid it. */
  coverPesos: number
}

export const disputeResolved = defineMessage('dispute_resolved', 'money', {
  channels: channels.duty,
  words: (data: Resolved, site) => {
    const { path, inFavour, owedPesos, settled } = data
    const verdict = inFavour ? 'a tu favor' : 'a favor de la otra persona'
    const heading = 'Resolvimos el reclamo'
    return {
      subject: 'Resolvimos el reclamo de tu reserva',
      heading,
      paragraphs: [
        `Revisamos lo que pasó y decidimos ${verdict}.`,
        ...(settled ? [settledWords(data, settled)] : []),
        ...(owedPesos && data.byWallet !== false ? [owed(owedPesos)] : []),
      ],
      action: { label: 'Ver la reserva', url: `${site}${path}` },
      ...(settled && {
        facts: [
          ['Viaje', `${settled.from} → ${settled.to}`],
          ['Recogida', dayAndTime(settled.at)],
        ],
      }),
      ...(!inFavour && { help: { title: '¿No estás de acuerdo?', path } }),
    }
  },
})

/** Says where the money of the booking is after the decision. */
function settledWords({ inFavour, byWallet }: Resolved, settled: Settled): string {
  const [fare, earns, commission, cover] = [
    ...[settled.farePesos, settled.earnsPesos, settled.commissionPesos, settled.coverPesos],
  ].map((pesos) => pesosFormat.format(pesos))
  const isFree = settled.commissionPesos === 0
  if (byWallet === false) {
    if (settled.side === 'passenger') return 'Era pago directo: Cupo no te cobra nada.'
    return inFavour && !isFree
      ? `La comisión de ${commission} sale de tu billetera.`
      : 'Era pago directo: Cupo no te cobra comisión.'
  }
  if (settled.side === 'driver') {
    if (!inFavour) return `Los ${fare} del pasaje vuelven a la otra persona.`
    return isFree
      ? `Los ${fare} del pasaje son tuyos.`
      : `De los ${fare} del pasaje te quedan ${earns}, ya sin la comisión.`
  }
  if (!inFavour) return `Los ${fare} del pasaje quedan para el conductor.`
  const toFund = settled.coverPesos ? `, y de ahí volvieron ${cover} al fondo que los puso` : ''
  return `Te devolvimos ${fare} a tu billetera${toFund}.`
}

// Only a fare in a wallet can be owed: in `directo` Cupo holds none.
const owed = (pesos: number) =>
  `Tu billetera no alcanzó para devolver lo que recibiste: debes ${pesosFormat.format(pesos)}. ` +
  'Lo que entre lo paga primero; hasta entonces no puedes reservar, publicar con pago directo ni ' +
  'retirar.'
