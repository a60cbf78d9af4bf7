// biome-ignore-all lint/suspicious/noTemplateCurlyInString: built code.
import { expect, it } from 'vitest'
import { ownCode } from './audited-screens.ts'

const built =
  'import{a as e,b as t}from"./page-abcdefgh.js";import{n}from"./format-12345678.js";' +
  'function r({day:i}){return(0,e.jsx)(t,{className:`p-4`,title:`El ${n(i,{day:i})} ya pasó`})}' +
  'export{r as default};'

it('does not change with the names and files of an import', () => {
  const renamed =
    'import{n as e}from"./format-zzzzzzzz.js";import{c as t,d as n}from"./page-yyyyyyyy.js";' +
    'function a({day:o}){return(0,t.jsx)(n,{className:`p-4`,title:`El ${e(o,{day:o})} ya pasó`})}' +
    'export{a as t};'
  expect(ownCode(renamed)).toBe(ownCode(built))
})

it.each([
  ['p-4', 'm-4'],
  ['El $', 'Un $'],
  ['ya pasó', 'pasó'],
  ['title:', 'label:'],
  ['(0,', '(1,'],
])('changes when %s becomes %s', (before, after) => {
  expect(ownCode(built.replace(before, after))).not.toBe(ownCode(built))
})
