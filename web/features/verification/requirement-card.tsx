import { useId, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { DocumentForm } from './document-form.tsx'
import { documentWords, stateWords } from './document-words.ts'
import { PrivateImage } from './private-image.tsx'
import type { RequirementView } from './use-documents.ts'

type RequirementCardProps = {
  requirement: RequirementView
  /** The photo that was sent, if any. */
  documentId: string | null
}

/** One thing that is asked: its state, why, and the form while there is something to send. */
export function RequirementCard({ requirement, documentId }: RequirementCardProps) {
  const { kind, required, state } = requirement
  const { name, hint } = documentWords[kind]
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [sent, setSent] = useState(false)
  const done = () => {
    setSent(true)
    // The form goes away: the focus stays with its document.
    title.current?.focus()
  }
  const { word, tone } = stateWords[state]
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-4 shadow-card
        sm:p-6"
    >
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <h3 id={titleId} ref={title} tabIndex={-1} className="min-w-0 text-lg outline-offset-4">
            {name}
          </h3>
          <div role="status">
            <StatusPill tone={tone}>
              {!required && state === 'missing' ? 'Opcional' : word}
            </StatusPill>
          </div>
        </div>
        {!isSettled(requirement) && <p className="text-sm text-muted">{hint}</p>}
      </div>
      <Explanation requirement={requirement} sent={sent} />
      <Actions requirement={requirement} documentId={documentId} name={name} onSent={done} />
    </section>
  )
}

/** Nothing is asked of the person now. */
function isSettled({ state }: RequirementView): boolean {
  return state === 'pending' || state === 'approved'
}

function Explanation({ requirement, sent }: { requirement: RequirementView; sent: boolean }) {
  const { state, reason, expiresOn } = requirement
  if (state === 'rejected') {
    return (
      <Banner tone="err" title="Hay que enviarlo otra vez" live="off">
        {reason ?? 'La foto no nos permitió verificarlo.'}
      </Banner>
    )
  }
  if (state === 'expired') {
    return (
      <Banner tone="warn" title="Ya no está vigente" live="off">
        {expiresOn ? `Venció el ${dateShort(expiresOn)}. ` : ''}Sube el nuevo.
      </Banner>
    )
  }
  if (state === 'pending') {
    return (
      <p className="text-muted">
        {sent ? 'Lo recibimos. ' : ''}Lo estamos revisando; aquí verás la respuesta.
      </p>
    )
  }
  return expiresOn ? <p className="text-muted">Vigente hasta el {dateShort(expiresOn)}.</p> : null
}

type ActionsProps = {
  requirement: RequirementView
  documentId: string | null
  name: string
  onSent: () => void
}

/** The form at once while something is missing; else the photo and a way to replace it. */
function Actions({ requirement, documentId, name, onSent }: ActionsProps) {
  const [replacing, setReplacing] = useState(false)
  const [showing, setShowing] = useState(false)
  const settled = isSettled(requirement)
  const waits = settled || !requirement.required
  if (!waits || replacing) {
    const finish = () => {
      setReplacing(false)
      setShowing(false)
      onSent()
    }
    return (
      <DocumentForm
        requirement={requirement}
        onSent={finish}
        onCancel={waits ? () => setReplacing(false) : null}
      />
    )
  }
  return (
    <>
      <div className="-mt-2 flex flex-wrap gap-2">
        {documentId && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={showing}
            onClick={() => setShowing(!showing)}
          >
            {showing ? 'Ocultar foto' : 'Ver foto'}
          </Button>
        )}
        <Button
          variant={settled ? 'ghost' : 'secondary'}
          size="sm"
          onClick={() => setReplacing(true)}
        >
          {settled ? 'Reemplazar foto' : 'Agregar foto'}
        </Button>
      </div>
      {showing && documentId && (
        <PrivateImage
          label={name}
          documentId={documentId}
          load={(signal) => api.verification.documentFile({ params: { documentId }, signal })}
        />
      )}
    </>
  )
}
