import { describe, expect, it } from 'vitest'
import { collectTags, tagsOf } from './coverage-tags.ts'
import { withTests } from './evidence.ts'

// The tag is built from parts, so that this file itself has no tags.
const tag = (ids: string) => `// ${'covers'}: ${ids}`

describe('a coverage tag in a test file', () => {
  it.each([
    ['above a test', "it('shows ten', () => {})"],
    ['above a table of tests', "it.each([\n  ['a', 1],\n])('colours %s', () => {})"],
    ['above a chapter', "describe('the wallet', () => {})"],
    ['with another comment between', "// biome-ignore lint/x: why\nit('shows ten', () => {})"],
  ])('accepts a coverage tag %s', (_where, below) => {
    const source = `${tag('S2.1, C14')}\n${below}`
    expect(tagsOf('a.test.ts', source)).toEqual({
      tags: [
        { id: 'S2.1', path: 'a.test.ts', line: 1 },
        { id: 'C14', path: 'a.test.ts', line: 1 },
      ],
      problems: [],
    })
  })

  it.each([
    ['above a skipped test', "it.skip('shows ten', () => {})"],
    ['above a test to be written', "it.todo('shows ten')"],
    ['above a helper', 'function helper() {}'],
    ['at the end of the file', ''],
  ])('reports a coverage tag %s as invalid', (_where, below) => {
    const { problems } = tagsOf('a.test.ts', `${tag('V1.2.3')}\n${below}`)
    expect(problems).toEqual(['a.test.ts:1 stands above no test that runs'])
  })

  it('refuses a coverage tag that names a row by anything but its id', () => {
    const { tags, problems } = tagsOf('a.test.ts', `${tag('WEB-12')}\nit('a', () => {})`)
    expect([tags, problems]).toEqual([[], ['a.test.ts:1 "WEB-12" is no id of a row']])
  })
})

describe('a coverage table in docs/', () => {
  const table = '| id | case | tests | also |\n|---|---|---|---|\n| C1 | a \\| b | old.test.ts | |'
  const shows = { id: /^C\d+$/, column: 2 }
  const sources = (title: string) =>
    new Map([
      ['b.test.ts', `${tag('C1')}\nit('${title}', () => {})`],
      ['a.test.ts', `${tag('C1')}\nit('x', () => {})\n${tag('C1')}\nit('y', () => {})`],
    ])

  it('lists each file with the tag once in the table, and keeps the other cells', () => {
    const { files } = collectTags(sources('shows ten'))
    expect(withTests(table, shows, files).split('\n')[2]).toBe(
      '| C1 | a \\| b | a.test.ts<br>b.test.ts | |',
    )
  })

  it('keeps the coverage table unchanged when a test is renamed', () => {
    const before = withTests(table, shows, collectTags(sources('shows ten')).files)
    expect(withTests(before, shows, collectTags(sources('shows 10 rows')).files)).toBe(before)
  })

  it('empties the tests cell of a row when its last tag is removed', () => {
    expect(withTests(table, shows, new Map()).split('\n')[2]).toBe('| C1 | a \\| b | | |')
  })
})
