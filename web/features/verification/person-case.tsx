import { ChevronLeft, ChevronRight, Keyboard } from 'lucide-react'
import { type Dispatch, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { SITE } from '#web/lib/site.ts'
import { KeysHelp } from '#web/shared/desk/back-office/key-strip.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CaseDecision } from './case-decision.tsx'
import {
  type CaseItem,
  type CaseState,
  type CaseStep,
  caseAfter,
  caseItems,
  caseKeys,
  newCase,
} from './case-state.ts'
import { caseName, documentWords, waitingWords } from './document-words.ts'
import { PhotoStrip } from './photo-strip.tsx'
import { PhotoViewer, useReviewPhoto } from './photo-viewer.tsx'
import { ComparePhotos, PaperFacts, Signals } from './review-panel.tsx'

type PersonCaseProps = { userId: string; hasNext: boolean; onNext: () => void; onClose: () => void }

/** All documents of one person that wait for a decision. */
export function PersonCase({ userId, ...actions }: PersonCaseProps) {
  const data = useNeeded(queryKeys.reviewCase(userId), (signal) =>
    api.verification.personCase({ params: { userId }, signal }),
  )
  if (!data) return <Skeleton className="h-[70dvh] w-full" />
  const items = caseItems(data.items, data.photo)
  const [first] = items
  if (!first) {
    return (
      <EmptyState
        region="costa"
        title="Nada por revisar de esta persona"
        action={<Button onClick={actions.onClose}>Volver a la lista</Button>}
      >
        Ya se decidió sobre sus documentos, o envió otros.
      </EmptyState>
    )
  }
  return <OpenCase userId={userId} items={items} first={first} {...actions} />
}

type OpenCaseProps = PersonCaseProps & { items: readonly CaseItem[]; first: CaseItem }

function OpenCase({ userId, items, first, hasNext, onNext, onClose }: OpenCaseProps) {
  const [state, take] = useReducer(caseAfter, newCase)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const item = items.find(({ document }) => document.id === state.current) ?? first
  const box = useFocusedBox(item.document.id)
  const at = items.indexOf(item)
  const show = ({ document: { id } }: CaseItem) => take({ step: 'show', documentId: id })
  const step = (by: 1 | -1) => show(items[(at + by + items.length) % items.length] ?? first)
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="grid min-h-[calc(100dvh-5rem)] scroll-mt-20 content-start gap-2 outline-none"
    >
      <CaseHead
        {...{ items, item, hasNext, onClose, onNext }}
        onStep={step}
        onHelp={() => setHelpOpen(true)}
      />
      <Signals item={item} />
      <CasePhotos {...{ items, item, state, take }} onChoose={show} />
      <CaseDecision {...{ userId, items, item, state, take }} onDecided={onNext} onShow={show} />
      <KeysHelp keys={caseKeys} open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

type CaseHeadProps = Pick<OpenCaseProps, 'items' | 'hasNext' | 'onClose' | 'onNext'> & {
  item: CaseItem
  onStep: (by: 1 | -1) => void
  onHelp: () => void
}

/** The person, the document whose photo is large, and the ways to others. */
function CaseHead({ items, item, hasNext, onClose, onNext, onStep, onHelp }: CaseHeadProps) {
  const documents = items.filter(({ photo }) => !photo).length
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="ghost" size="sm" onClick={onClose} Icon={ChevronLeft} className="-ml-3">
          Volver a la lista
        </Button>
        <h2 className="min-w-0 grow text-xl wrap-anywhere">
          {item.owner.name}{' '}
          <span className="text-base font-normal text-muted">
            {waitingWords(documents, documents < items.length)}
          </span>
        </h2>
        <div className="flex items-center gap-2">
          <IconButton label="Teclas" data-key="?" onClick={onHelp}>
            <Keyboard className="size-5" />
          </IconButton>
          {hasNext && (
            <Button variant="secondary" size="sm" data-key="n" onClick={onNext}>
              Siguiente persona
            </Button>
          )}
        </div>
      </div>
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 text-lg" aria-live="polite">
          {caseName(item.document.kind)}{' '}
          <span className="tnum text-base font-normal whitespace-nowrap text-muted">
            Foto {items.indexOf(item) + 1} de {items.length}
          </span>
        </h3>
        {items.length > 1 && <PhotoSteps onStep={onStep} />}
      </div>
    </>
  )
}

type CasePhotosProps = Pick<OpenCaseProps, 'items'> & {
  item: CaseItem
  state: CaseState
  take: Dispatch<CaseStep>
  onChoose: (item: CaseItem) => void
}

/**
 * The strip and the large photo, which takes 60 % of the window from 1024 px on, so that small
 * print is read without a zoom. The data is beside it, or below where the text is enlarged.
 */
function CasePhotos({ items, item, state, take, onChoose }: CasePhotosProps) {
  const { id: documentId, kind } = item.document
  const { version } = item
  const onShown = () => take({ step: 'shown', version })
  return (
    <div className="grid items-start gap-4 lg:flex lg:flex-wrap">
      <div className="grid min-w-0 gap-2 lg:w-[60vw] lg:max-w-full">
        <PhotoStrip {...{ items, state, onChoose }} current={item} />
        {item.photo ? (
          <FaceCompare key={version} item={item} onShown={onShown} />
        ) : (
          <PhotoViewer
            key={`${documentId} ${version}`}
            isLarge
            label={`${caseName(kind)} de ${item.owner.name}`}
            documentId={documentId}
            reason="review"
            onShown={onShown}
          />
        )}
      </div>
      {!item.photo && (
        <div className="grid min-w-0 gap-4 lg:flex-[1_1_11rem]">
          <PaperFacts
            item={item}
            className="grid grid-cols-2 gap-3 lg:grid-cols-1 2xl:grid-cols-2"
          />
          <ComparePhotos key={documentId} item={item} reason="review" />
        </div>
      )}
    </div>
  )
}

/** The case takes the focus when it opens, also when it follows another one. */
function useFocusedBox(documentId: string) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    void box.current?.scrollIntoView({ block: 'start' })
  }, [])
  useLayoutEffect(() => {
    // The photo that had the focus is gone, and with it the keys of the case would be.
    const hasFocus = box.current?.contains(document.activeElement)
    if (documentId && !hasFocus) box.current?.focus({ preventScroll: true })
  }, [documentId])
  return box
}

function PhotoSteps({ onStep }: { onStep: (by: 1 | -1) => void }) {
  return (
    <div className="flex gap-1">
      <IconButton label="Foto anterior" data-key="k" onClick={() => onStep(-1)}>
        <ChevronLeft className="size-5" />
      </IconButton>
      <IconButton label="Foto siguiente" data-key="j" onClick={() => onStep(1)}>
        <ChevronRight className="size-5" />
      </IconButton>
    </div>
  )
}

const FRAME = 'aspect-square w-full rounded-control bg-paper ring-1 ring-line ring-inset'

/** The profile photo beside selfie and identity document. A person compares; no program does. */
function FaceCompare({ item: { photo, owner }, onShown }: { item: CaseItem; onShown: () => void }) {
  if (!photo) return null
  return (
    <div className="grid gap-3">
      <p className="text-lg font-semibold">¿Es la misma persona?</p>
      <ul
        aria-label="Caras para comparar"
        className={cx('grid grid-cols-2 gap-3', photo.compareWith.length > 1 && 'lg:grid-cols-3')}
      >
        <li className="grid min-w-0 content-start gap-1">
          <img
            src={SITE + photo.url}
            alt={`Foto de perfil de ${owner.name}`}
            onLoad={onShown}
            className={`${FRAME} object-cover`}
          />
          <span className="text-sm font-semibold">Foto de perfil</span>
        </li>
        {photo.compareWith.map(({ documentId, kind }) => (
          <Face key={documentId} documentId={documentId} name={documentWords[kind].name} />
        ))}
      </ul>
      {photo.compareWith.length === 0 && (
        <p className="text-muted">
          Las fotos de su documento ya se borraron. Mira que se vea una sola cara, de frente.
        </p>
      )}
      <p className="text-sm text-muted">
        Si la rechazas, la quitamos y la persona no publica hasta poner otra. Sus viajes siguen.
      </p>
    </div>
  )
}

function Face({ documentId, name }: { documentId: string; name: string }) {
  const { query, url } = useReviewPhoto(documentId, 'review')
  return (
    <li className="grid min-w-0 content-start gap-1">
      {query.isError ? (
        <LoadFailed what="la foto" error={query.error} onRetry={() => void query.refetch()} />
      ) : url ? (
        <img src={url} alt={name} className={`${FRAME} object-contain`} />
      ) : (
        <Skeleton className="aspect-square w-full" />
      )}
      <span className="text-sm font-semibold">{name}</span>
    </li>
  )
}
