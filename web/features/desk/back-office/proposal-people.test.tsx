import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { ProposalPerson } from '#contract/proposal.ts'
import { ProposalPeople } from './proposal-people.tsx'

const ana: ProposalPerson = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Ana Ríos',
  standing: 'active',
  missing: [],
  sameDevice: false,
}

function shown(person: Partial<ProposalPerson>): string {
  const element = <ProposalPeople people={[{ ...ana, ...person }]} />
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToString(<RouterProvider router={router} />).replaceAll('<!-- -->', '')
}

it.each([
  ['expelled', 'Esta persona fue expulsada.'],
  ['closed', 'Esta persona cerró su cuenta.'],
] as const)('shows in red a person of a proposal who is %s', (standing, words) => {
  const html = shown({ standing })
  expect(html).toContain(words)
  expect(html).toContain('bg-err-soft')
})

it('says which data the signers could not be compared with', () => {
  expect(shown({ missing: ['identity', 'account'] })).toContain(
    'le falta verificar su identidad y agregar una cuenta para retiros',
  )
  expect(shown({})).not.toContain('Sin comparar')
})

it('a measure is about who is judged; who reported them is named as such', () => {
  const reporter = { ...ana, id: '01890000-0000-7000-8000-000000000002', name: 'Beto Paz' }
  const element = <ProposalPeople people={[ana, reporter]} isMeasure />
  const router = createMemoryRouter([{ path: '/', element }])
  const html = renderToString(<RouterProvider router={router} />).replace(/<[^>]+>/g, '')
  expect(html).toBe('Sobre: Ana RíosReportó: Beto Paz')
})
