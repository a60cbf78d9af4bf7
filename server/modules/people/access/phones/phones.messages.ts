import {
  channels,
  defineMessage,
  NOT_YOU,
  type NoFacts,
  occasion,
} from '#server/modules/foundation/notifications/index.ts'

export const phoneWanted = defineMessage<NoFacts>('phone_wanted', 'account', {
  channels: channels.duty,
  path: '/profile/datos',
  words: (_, site) => ({
    subject: 'Alguien quiso usar tu celular en Cupo',
    heading: 'Alguien quiso usar tu celular',
    paragraphs: [
      'Otra cuenta de Cupo escribió tu número. No le enviamos ningún código.',
      'Si fuiste tú, entra con la cuenta que ya tiene ese celular.',
    ],
    action: { label: 'Ver mi cuenta', url: `${site}/profile/datos` },
    closing: ['Nunca le des a nadie un código que te llegue al celular.'],
  }),
})

export const phoneChanged = defineMessage('phone_changed', 'account', {
  channels: channels.duty,
  path: '/profile/datos',
  words: (data: { at: string }, site) => ({
    subject: 'El celular de tu cuenta de Cupo cambió',
    heading: 'Cambió el celular de tu cuenta',
    paragraphs: ['Desde ahora usamos el número nuevo para tus viajes.'],
    action: { label: 'Ver mi cuenta', url: `${site}/profile/datos` },
    facts: occasion(data.at, null),
    help: { title: '¿No fuiste tú?' },
    closing: [`${NOT_YOU}, cambia tu contraseña ahora mismo.`],
  }),
})
