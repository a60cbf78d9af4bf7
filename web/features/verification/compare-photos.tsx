import { useState } from 'react'
import type { Comparison, QueueItem, ViewReason } from '#contract/verification.ts'
import { dateShort } from '#web/lib/format.ts'
import { documentWords } from './document-words.ts'
import { PhotoViewer } from './photo-viewer.tsx'

const relations: Record<Comparison['relation'], string> = {
  selfie: 'Selfie',
  identity: 'Documento de identidad',
  other_side: 'El otro lado',
  previous: 'La foto anterior',
  same_car: 'Del mismo carro',
}

type ComparePhotosProps = { item: QueueItem; reason: ViewReason }

/** Another photo of the person beside the one under review. Each one opened is recorded too. */
export function ComparePhotos({ item, reason }: ComparePhotosProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { compareWith, owner } = item
  if (compareWith.length === 0) return null
  const shown = compareWith.find(({ documentId }) => documentId === chosen)
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-semibold">Comparar con</legend>
      <div className="flex flex-wrap gap-2">
        {compareWith.map((each) => (
          <button
            key={each.documentId}
            type="button"
            aria-pressed={each.documentId === chosen}
            onClick={() => setChosen(each.documentId === chosen ? null : each.documentId)}
            className="chip text-sm"
          >
            {wordsOf(each)}
          </button>
        ))}
      </div>
      {shown && (
        <PhotoViewer
          key={shown.documentId}
          label={`${documentWords[shown.kind].name} de ${owner.name}`}
          documentId={shown.documentId}
          reason={reason}
        />
      )}
    </fieldset>
  )
}

function wordsOf({ relation, kind, createdAt }: Comparison): string {
  if (relation === 'same_car') return documentWords[kind].name
  const day = relation === 'previous' ? ` (${dateShort(createdAt)})` : ''
  return relations[relation] + day
}
