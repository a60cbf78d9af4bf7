import { expect, it } from 'vitest'
import { wordOf } from '#contract/desk-words.ts'
import { DocumentKind } from '#contract/verification.ts'
import { ownDocumentNames } from '#web/shared/verification/own-document-names.ts'
import { documentWords } from './document-words.ts'

it.each(DocumentKind.options)('calls %s by no name that only one kind of person has', (kind) => {
  const names = [documentWords[kind].name, ownDocumentNames[kind], wordOf(kind)]
  expect(names.join()).not.toMatch(/cédula/i)
})
