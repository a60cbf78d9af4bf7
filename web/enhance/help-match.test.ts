import { expect, it } from 'vitest'
import { helpTopics } from '#web/features/marketing/help-content.ts'
import { distance, ranked, searchWords, wordsOf } from './help-match.ts'

const questions = helpTopics.flatMap((topic) => topic.questions)
const articles = questions.map(({ id, question, words, answer }) => ({
  id,
  title: wordsOf(`${question} ${words ?? ''}`),
  text: wordsOf(`${question} ${answer}`),
}))
const found = (query: string) => ranked(query, articles).map(({ id }) => id)

it.each([
  ['retirar', 'retirar'],
  ['cómo saco la plata', 'retirar'],
  ['pasar mi saldo a nequi', 'retirar'],
  ['me devuelven la plata', 'cancelar-cupo'],
  ['reembolso', 'a-donde-vuelve'],
  ['quiero cancelar mi reserva', 'cancelar-cupo'],
  ['maleta', 'equipaje'],
  ['puedo llevar un morral grande', 'equipaje'],
  ['se puede con perro', 'equipaje'],
  ['olvidé mi clave', 'contrasena'],
  ['no puedo entrar a mi cuenta', 'contrasena'],
  ['recuperar contraseña', 'contrasena'],
  ['dejé el celular en el carro', 'objeto-perdido'],
  ['se me quedó la maleta', 'objeto-perdido'],
  ['perdí mis gafas', 'objeto-perdido'],
  ['viajar con mi hijo', 'ninos'],
  ['bebé', 'ninos'],
  ['menor de edad', 'ninos'],
  ['factura', 'factura'],
  ['necesito un recibo para la empresa', 'factura'],
  ['me descontaron y no aparece la recarga', 'recarga-pendiente'],
  ['cómo le meto plata', 'recargar'],
  ['cargar saldo con pse', 'recargar'],
  ['el conductor no llegó', 'conductor-no-llega'],
  ['me dejaron plantado', 'conductor-no-llega'],
  ['voy tarde', 'llego-tarde'],
  ['cuánto cobran', 'comision'],
  ['qué papeles piden para conducir', 'documentos'],
  ['cuándo me pagan', 'recibir'],
  ['teléfono del conductor', 'llamar'],
  ['dónde me recogen', 'punto-de-encuentro'],
  ['no hay viajes', 'sin-viajes'],
  ['me cambiaron la hora', 'cambio-de-hora'],
  ['el conductor canceló', 'conductor-cancela'],
  ['no me llega el código', 'codigo-del-celular'],
  ['pagar en efectivo', 'formas-de-pago'],
  ['me hackearon', 'otra-persona-en-mi-cuenta'],
  ['denunciar a un conductor grosero', 'bloquear'],
  ['cómo me registro', 'crear-cuenta'],
  ['tuvimos un accidente', 'emergencia'],
  ['cuánto se demora la verificación', 'revision'],
  ['quién ve mi cédula', 'mis-datos'],
  ['ofrecer puestos', 'publicar'],
  ['muestro el qr', 'tiquete'],
])('"%s" finds the article %s among the first three', (query, id) => {
  expect(found(query).slice(0, 3)).toContain(id)
})

it.each([
  ['sin internet', 'sin-internet'],
  ['comision', 'comision'],
  ['COMISIÓN', 'comision'],
  // Typing errors: a missing letter, an extra letter, two swapped letters.
  ['comsion', 'comision'],
  ['emergenciia', 'emergencia'],
  ['docuemntos', 'documentos'],
])('the help search "%s" finds the article %s', (query, id) => {
  expect(found(query).length).toBeLessThan(questions.length)
  expect(found(query)).toContain(id)
})

it('the help search finds nothing for words that are in no article', () => {
  expect(found('helicóptero')).toEqual([])
})

it('counts the letter edits between words, and keeps stop words if a search has no others', () => {
  expect([distance('abc', 'abc'), distance('abc', 'acb'), distance('', 'ab')]).toEqual([0, 1, 2])
  expect(searchWords('¿cómo es la?')).toEqual(['como', 'es', 'la'])
})
