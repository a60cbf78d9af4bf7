// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { CHANNELS, TOPICS } from '#contract/notification-topics.ts'
import type { Preferences } from '#contract/notifications.ts'
import { openScreen, type Screen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

/** What the server shows a person who has not chosen anything. */
const preferences = TOPICS.flatMap((topic) =>
  CHANNELS.map((channel) => {
    const fixed = channel === 'mail' && (topic === 'money' || topic === 'account')
    const enabled = channel === 'mail' || channel === 'push' || topic === 'travel'
    return { topic, channel, enabled, fixed }
  }),
)
const atFirst: Preferences = {
  ...{ preferences, pushKey: null, pushHere: false, whatsapp: true, sms: true },
  mailBounces: null,
}

type Chosen = { preferences: { enabled: boolean; topic: string; channel: string }[] }
const SAVE = 'PUT /notifications/preferences'

/** Presses the switch of a group. Returns what is saved. */
async function pressed(screen: Screen, name: string): Promise<Chosen['preferences']> {
  await screen.user.click(await screen.label(name))
  await until(() => expect(screen.count(SAVE)).toBe(1))
  return (screen.sent(SAVE) as Chosen).preferences
}

const open = (shown: Preferences) =>
  openScreen('/notifications/preferences', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.notifications.preferences, shown),
      answers(api.notifications.choose, shown),
      answers(api.receipts.calendarLink, { madeAt: null }),
    ],
  })

it('has one switch for each of four groups, and the others behind "Más"', async () => {
  const screen = await open(atFirst)
  await screen.label('Tu viaje: avisarme')
  const switches = [...document.querySelectorAll<HTMLInputElement>('main input[type=checkbox]')]
  const [seen, behind] = [true, false].map((isSeen) =>
    switches.filter((each) => (each.closest('details') === null) === isSeen),
  )
  expect(seen?.map((each) => each.getAttribute('aria-label'))).toEqual([
    'Tu viaje: avisarme',
    'Tu dinero: avisarme',
    'Tu cuenta: avisarme',
    'Lo nuevo: avisarme',
  ])
  expect(behind).toHaveLength(TOPICS.length * 3)
  await screen.text('Correo · WhatsApp · SMS')
  const off = await pressed(screen, 'Tu viaje: avisarme')
  expect(off.every(({ enabled }) => !enabled)).toBe(true)
  expect(new Set(off.map(({ topic }) => topic))).toEqual(new Set(['travel', 'trips', 'messages']))
})

it('turns on texts of a group only for changes of the travel', async () => {
  const none = preferences.map((each) => ({ ...each, enabled: each.fixed }))
  const on = await pressed(await open({ ...atFirst, preferences: none }), 'Tu viaje: avisarme')
  const texts = on.filter(({ channel }) => channel === 'whatsapp' || channel === 'sms')
  const topics = texts.filter(({ enabled }) => enabled).map(({ topic }) => topic)
  expect(topics).toEqual(['travel', 'travel'])
})
