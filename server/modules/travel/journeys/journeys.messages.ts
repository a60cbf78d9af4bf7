import {
  channels,
  defineMessage,
  instantFormat,
  theTime,
} from '#server/modules/foundation/notifications/index.ts'

/** To the driver. `at` and `plan`: when it was pressed, and when the car is to be there. */
export const pressDoubted = defineMessage('press_doubted', 'trips', {
  channels: channels.everywhere,
  words: (data: { path: string; place: string; at: string; plan: string }, site) => ({
    heading: `¿Ya llegaste a ${data.place}?`,
    paragraphs: [
      'Marcaste la llegada mucho antes de lo previsto. Queda por confirmar: cuenta cuando la ' +
        'confirme un pasajero o una posición, o a la hora prevista. Si fue sin querer, deshazla.',
    ],
    action: { label: 'Ver la hoja de ruta', url: `${site}${data.path}` },
    facts: [
      ['La marcaste', instantFormat.format(new Date(data.at))],
      ['Hora prevista', instantFormat.format(new Date(data.plan))],
    ],
  }),
})

type Coming = {
  path: string
  picksUpAt: string
  /** When the late car comes; absent while it is on time, and in jobs of 0.1.0. */
  expectedAt?: string | undefined
}

/** The hour that counts, where a locked telephone shows it. */
const comes = ({ picksUpAt, expectedAt }: Coming) =>
  expectedAt ? `llega tarde, a ${theTime(expectedAt)}` : `llega a ${theTime(picksUpAt)}`

const hours = ({ picksUpAt: plan, expectedAt = plan }: Coming): [string, string][] =>
  Object.entries({ Subes: expectedAt, ...(expectedAt !== plan && { 'Antes era': plan }) }).map(
    ([word, at]) => [word, instantFormat.format(new Date(at))],
  )

export const driverStarted = defineMessage('driver_started', 'travel', {
  channels: channels.everywhere,
  words: (data: Coming, site) => ({
    subject: 'Tu conductor ya salió',
    heading: `Tu conductor ya salió y ${comes(data)}`,
    paragraphs: ['En tu reserva ves por dónde va, a qué hora llega a tu parada y cómo llamarlo.'],
    action: { label: 'Ver cómo va mi viaje', url: `${site}${data.path}` },
    facts: hours(data),
    closing: ['Llega al punto de encuentro unos minutos antes y ten a mano tu tiquete.'],
  }),
  boardsAt: (data) => data.picksUpAt,
})

export const driverNear = defineMessage('driver_near', 'trips', {
  channels: channels.unmailed,
  words: (data: Coming & { passed: string }, site) => ({
    heading: `Tu conductor va hacia tu parada y ${comes(data)}`,
    paragraphs: [`Ya pasó por ${data.passed}: la tuya es la siguiente. Ten a mano tu tiquete.`],
    action: { label: 'Ver cómo va mi viaje', url: `${site}${data.path}` },
    facts: hours(data),
  }),
  boardsAt: (data) => data.picksUpAt,
})

export const driverHere = defineMessage('driver_here', 'trips', {
  channels: channels.unmailed,
  words: (data: Coming & { place: string; car: string; plate: string }, site) => ({
    heading: `Tu conductor ya llegó a ${data.place}`,
    paragraphs: ['Antes de subir, compara cara y placa. Ten a mano tu tiquete.'],
    action: { label: 'Ver mi tiquete', url: `${site}${data.path}` },
    facts: Object.entries({ Carro: data.car, Placa: data.plate }),
  }),
  boardsAt: (data) => data.picksUpAt,
})
