import { globSync, readFileSync } from 'node:fs'
import { matchPath } from 'react-router'
import { expect, it } from 'vitest'
import { PHONES_AHEAD_HOURS } from '#contract/booking-limits.ts'
import { screenPaths } from '#test/screen-paths.ts'
import { helpTopics } from './help-content.ts'
import { paymentModes } from './how-it-works-content.ts'

const questions = helpTopics.flatMap((topic) => topic.questions)

it('every help topic and question has a distinct id that can be part of an address', () => {
  const ids = [...helpTopics, ...questions].map(({ id }) => id)
  expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([])
  expect(ids.filter((id, row) => ids.indexOf(id) !== row)).toEqual([])
})

it('links of help answers lead to existing screens', () => {
  const links = questions.flatMap(({ link }) => (link ? [link.to.split(/[?#]/)[0]] : []))
  expect(links.length).toBeGreaterThan(10)
  const leads = (to: string) => [...screenPaths].some((path) => matchPath(`/${path}`, to))
  expect(links.filter((to) => !leads(String(to)))).toEqual([])
})

it('help answers name buttons and screens as these are called', () => {
  const screens = globSync('web/{features,shared}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.|features\/marketing\//.test(file))
    .map((file) => readFileSync(file, 'utf8').toLowerCase())
  const named = questions.flatMap(({ answer }) => answer.match(/(?<=«)[^»]+/g) ?? [])
  expect(named.length).toBeGreaterThan(15)
  const isCalled = (name: string) => screens.some((text) => text.includes(name.toLowerCase()))
  expect(named.filter((name) => !isCalled(name))).toEqual([])
})

it('help answers state the cancellation limit and the commission that the server applies', () => {
  const answerOf = (id: string) => questions.find((each) => each.id === id)?.answer
  expect(answerOf('cancelar-cupo')).toContain('24 horas')
  expect(answerOf('comision')).toMatch(/^El 10 % .*antes de publicar ves cuánto recibes/)
})

it('the answer about withdrawing states the limits that the server applies', () => {
  const answer = questions.find(({ id }) => id === 'retirar')?.answer
  expect(answer).toMatch(/\$\s20\.000.*\$\s2\.000\.000 al día/)
  expect(answer).toMatch(/nueva se usa 24 horas.*conduciendo espera 24 horas.*3 días.*tarjeta 30/)
})

it('says who sees document and telephone, and until when a seat paid in cash is free', () => {
  const answerOf = (id: string) => questions.find((each) => each.id === id)?.answer
  expect(answerOf('mis-datos')).toMatch(/no lo ve quien viaja.*equipo solo al verificarte o con un/)
  expect(answerOf('llamar')).toContain(`o ${PHONES_AHEAD_HOURS} horas antes de salir`)
  expect(answerOf('pago-directo')).toContain('hasta la hora de tu recogida')
})

it('says that an absence costs the whole fare, and leaving late half of it', () => {
  const answerOf = (id: string) => questions.find((each) => each.id === id)?.answer
  expect(answerOf('llego-tarde')).toMatch(/no llegaste: entonces no vuelve nada de lo pagado con/)
  const [byWallet] = paymentModes
  expect(byWallet.text).toMatch(/a tiempo, vuelve completo; tarde, la mitad; si no llegas, nada/)
})

it('says what happens when a driver fails, in which order, and when the fund pays', () => {
  const answer = questions.find(({ id }) => id === 'conductor-falla')?.answer
  expect(answer).toContain(
    'Si tu conductor falla: otro carro en un toque si lo hay, tu plata de vuelta siempre.',
  )
  expect(answer).toMatch(/20 minutos.*parte del día.*precio.*hora.*reservó primero.*listas/)
  expect(answer).toMatch(/fondo de garantía pone la diferencia hasta un tope, cuando le alcanza/)
})
