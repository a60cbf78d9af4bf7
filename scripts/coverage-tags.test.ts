import { describe, expect, it } from 'vitest'
import { collectTags, tagsOf } from './coverage-tags.ts'
import { withTests } from './evidence.ts'

// Put together here, so that this file has no tags of its own.
const tag = (ids: string) => `// ${'covers'}: ${ids}`

describe('a tag', () => {
  it.each([
    ['above a test', "it('shows ten', () => {})"],
    ['above a table of tests', "it.each([\n  ['a', 1],\n])('colours %s', () => {})"],
    ['above a chapter', "describe('the wallet', () => {})"],
    ['with another comment between', "// biome-ignore lint/x: why\nit('shows ten', () => {})"],
  ])('counts %s', (_where, below) => {
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
  ])('shows nothing %s', (_where, below) => {
    const { problems } = tagsOf('a.test.ts', `${tag('V1.2.3')}\n${below}`)
    expect(problems).toEqual(['a.test.ts:1 stands above no test that runs'])
  })

  it('names rows by their ids only', () => {
    const { tags, problems } = tagsOf('a.test.ts', `${tag('WEB-12')}\nit('a', () => {})`)
    expect([tags, problems]).toEqual([[], ['a.test.ts:1 "WEB-12" is no id of a row']])
  })
})

describe('a table', () => {
  const table = '| id | case | tests | also |\n|---|---|---|---|\n| C1 | a \\| b | old.test.ts | |'
  const shows = { id: /^C\d+$/, column: 2 }
  const sources = (title: string) =>
    new Map([
      ['b.test.ts', `${tag('C1')}\nit('${title}', () => {})`],
      ['a.test.ts', `${tag('C1')}\nit('x', () => {})\n${tag('C1')}\nit('y', () => {})`],
    ])

  it('lists each file with the tag once, and keeps the other cells', () => {
    const { files } = collectTags(sources('shows ten'))
    expect(withTests(table, shows, files).split('\n')[2]).toBe(
      '| C1 | a \\| b | a.test.ts<br>b.test.ts | |',
    )
  })

  it('stays as it is when a test gets another title', () => {
    const before = withTests(table, shows, collectTags(sources('shows ten')).files)
    expect(withTests(before, shows, collectTags(sources('shows 10 rows')).files)).toBe(before)
  })

  it('changes when the last tag of a row goes', () => {
    expect(withTests(table, shows, new Map()).split('\n')[2]).toBe('| C1 | a \\| b | | |')
  })
})
