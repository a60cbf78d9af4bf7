import { expect, it } from 'vitest'
import { screenPaths } from '#test/screen-paths.ts'
import { helpTopics } from './help-content.ts'

const questions = helpTopics.flatMap((topic) => topic.questions)

it('gives every topic and question an address of its own', () => {
  const ids = [...helpTopics, ...questions].map(({ id }) => id)
  expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([])
  expect(ids.filter((id, row) => ids.indexOf(id) !== row)).toEqual([])
})

it('links to screens that exist', () => {
  const links = questions.flatMap(({ link }) => (link ? [link.to.split(/[?#]/)[0]] : []))
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((to) => !screenPaths.has(String(to).slice(1)))).toEqual([])
})

it('uses the limits of the server', () => {
  const answerOf = (id: string) => questions.find((each) => each.id === id)?.answer
  expect(answerOf('cancelar-cupo')).toContain('24 horas')
  expect(answerOf('comision')).toMatch(/10 % .*\$\s50\.000 recibes \$\s45\.000/)
})

it('does not speak of taking money out, which Cupo does not do yet', () => {
  for (const { question, answer } of questions) {
    expect(`${question} ${answer}`).not.toMatch(/retir/i)
  }
})
