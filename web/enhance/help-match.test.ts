import { expect, it } from 'vitest'
import { helpTopics } from '#web/features/marketing/help-content.ts'
import { distance, isFound, searchWords, wordsOf } from './help-match.ts'

const questions = helpTopics.flatMap((topic) => topic.questions)
const found = (query: string) => {
  const words = searchWords(query)
  return questions
    .filter(({ question, answer }) => isFound(words, wordsOf(`${question} ${answer}`)))
    .map(({ id }) => id)
}

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
