import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { CaseItem } from './case-state.ts'
import { PaperFacts } from './review-panel.tsx'
import { changeUploads, paperSays, type Upload } from './uploads.ts'

const file = new File(['x'], 'soat.pdf', { type: 'application/pdf' })
const chosen = (paper: Upload['paper']): Upload => {
  const photos = [{ file, slot: 'soat', paper }]
  return changeUploads([], { do: 'add', photos })[0] as Upload
}

describe('what the PDF says to who sends it', () => {
  it('says at once that the paper is over, whatever date is typed', () => {
    const over = chosen({ expiredOn: '2026-10-30', dates: ['2026-10-30'] })
    const text = 'Este papel venció el 30/10/2026. Sube el vigente.'
    expect([paperSays(over, '', true), paperSays(over, '2027-10-30', true)]).toEqual([text, text])
  })

  it('says that the typed date is not in the PDF', () => {
    const valid = chosen({ expiredOn: null, dates: ['2027-05-12'] })
    expect(paperSays(valid, '2028-05-12', true)).toContain('no contiene esa fecha')
    expect(paperSays(valid, '2027-05-12', true)).toBeNull()
  })

  it('says nothing of a photo, or of a PDF without text', () => {
    expect(paperSays(chosen(null), '2028-05-12', true)).toBeNull()
    expect(paperSays(chosen({ expiredOn: null, dates: [] }), '2028-05-12', true)).toBeNull()
  })
})

it('shows the desk beside the last day that the PDF does not contain it, and what it says', () => {
  const item = {
    document: {
      ...{ kind: 'soat', expiresOn: '2027-10-30', paperEndsOn: '2026-10-30' },
      ...{ hints: ['date_absent'], createdAt: '2026-11-20T13:00:00.000Z' },
    },
    owner: { name: 'Ana Díaz', identificationTail: null, birthDate: null },
    vehicle: null,
  } as unknown as CaseItem
  const html = renderToString(<PaperFacts item={item} />).replaceAll(/<!-- -->/g, '')
  const ends = html.slice(html.indexOf('Vence el'), html.indexOf('Enviado'))
  expect(ends).toContain('El PDF dice 30/10/2026')
  expect(ends).toContain('El PDF no contiene esa fecha')
})
