import {
  channels,
  defineMessage,
  instantFormat,
} from '#server/modules/foundation/notifications/index.ts'

/** To the driver. `at` and `plan`: when it was pressed, and when the car is to be there. */
export const pressDoubted = defineMessage({
  name: 'press_doubted',
  topic: 'trips',
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
    closing: [],
  }),
})

export const driverStarted = defineMessage({
  name: 'driver_started',
  topic: 'travel',
  channels: channels.everywhere,
  words: (data: { path: string; picksUpAt: string }, site) => ({
    heading: 'Tu conductor ya salió',
    paragraphs: ['En tu reserva ves por dónde va, a qué hora llega a tu parada y cómo llamarlo.'],
    action: { label: 'Ver cómo va mi viaje', url: `${site}${data.path}` },
    facts: [['Subes', instantFormat.format(new Date(data.picksUpAt))]],
    closing: ['Llega al punto de encuentro unos minutos antes y ten a mano tu tiquete.'],
  }),
  boardsAt: (data) => data.picksUpAt,
})

export const driverNear = defineMessage({
  name: 'driver_near',
  topic: 'trips',
  channels: channels.unmailed,
  words: (data: { path: string; passed: string; picksUpAt: string }, site) => ({
    heading: 'Tu conductor va hacia tu parada',
    paragraphs: [`Ya pasó por ${data.passed}: la tuya es la siguiente. Ten a mano tu tiquete.`],
    action: { label: 'Ver cómo va mi viaje', url: `${site}${data.path}` },
    facts: [['Subes', instantFormat.format(new Date(data.picksUpAt))]],
    closing: [],
  }),
  boardsAt: (data) => data.picksUpAt,
})
