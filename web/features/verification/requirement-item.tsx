import { Camera } from 'lucide-react'
import { useState } from 'react'
import { consentTexts } from '#contract/consent-texts.ts'
import type { DocumentHint } from '#contract/document-hints.ts'
import type { DocumentView } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { PrivateImage } from '#web/shared/desk/back-office/private-image.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { documentWords, ownerHints, stateWords } from './document-words.ts'
import { isPhotoOnly } from './guess-slots.ts'
import { PhotoInput } from './photo-input.tsx'
import { type RequirementView, useRefreshDocuments } from './use-documents.ts'

type RequirementItemProps = {
  requirement: RequirementView
  /** The document that was sent, if any. */
  document: DocumentView | null
  /** Whether the person agreed to a selfie. */
  selfieConsent: boolean
  /** Whether nothing else is missing: its button is then the main one of the page. */
  isOnly?: boolean
  onFiles: (files: readonly File[]) => void
}

/** One required document: its state, the reason, and the button to send its photo. */
export function RequirementItem(props: RequirementItemProps) {
  const { requirement, document, selfieConsent, isOnly, onFiles } = props
  const { kind, required, state } = requirement
  const { name, hint } = documentWords[kind]
  const settled = state === 'pending' || state === 'approved'
  const { word, tone } = stateWords[state]
  return (
    <li className="grid min-w-0 gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-lg">{name}</h3>
        <div role="status">
          <StatusPill tone={tone}>
            {!required && state === 'missing' ? 'Opcional' : word}
          </StatusPill>
        </div>
      </div>
      {!settled && <p className="text-sm text-muted">{hint}</p>}
      <Explanation requirement={requirement} />
      {state === 'pending' && <Hints hints={document?.hints ?? []} />}
      {(kind !== 'selfie' || selfieConsent) && (
        <Actions {...{ requirement, document, name, settled, isOnly, onFiles }} />
      )}
      {kind === 'selfie' && <SelfieConsent given={selfieConsent} />}
    </li>
  )
}

function Explanation({ requirement }: { requirement: RequirementView }) {
  const { state, reason, expiresOn } = requirement
  if (state === 'rejected') {
    return (
      <Banner tone="err" title="Sube otra foto" live="off">
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
  return state === 'approved' && expiresOn ? (
    <p className="text-sm text-muted">Vigente hasta el {dateShort(expiresOn)}.</p>
  ) : null
}

/** Automatic findings about the photo, so that the person need not wait for a rejection. */
function Hints({ hints }: { hints: readonly DocumentHint[] }) {
  const texts = hints.flatMap((hint) => ownerHints[hint] ?? [])
  if (texts.length === 0) return null
  return (
    <Banner tone="warn" title="Quizá haya que repetirla" live="off">
      {texts.join(' ')} Si es un error, reemplázala; si no, déjala así.
    </Banner>
  )
}

type ActionsProps = Omit<RequirementItemProps, 'selfieConsent'> & {
  name: string
  settled: boolean
}

const OVER = 'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-bosque'

function Actions({ requirement, document, name, settled, isOnly, onFiles }: ActionsProps) {
  const [showing, setShowing] = useState(false)
  const { kind } = requirement
  const documentId = document?.hasPhoto ? document.id : null
  const size = isOnly ? 'md' : 'sm'
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isOnly && (
          <PhotoInput
            onFiles={onFiles}
            capture="environment"
            className={buttonClass('primary', size, `${OVER} w-full pointer-fine:hidden`)}
          >
            <Camera className="size-5" /> Tomar foto
            <span className="sr-only">: {name}</span>
          </PhotoInput>
        )}
        <PhotoInput
          onFiles={onFiles}
          pdf={!isPhotoOnly(requirement)}
          capture={kind === 'selfie' ? 'user' : undefined}
          className={buttonClass(
            settled ? 'ghost' : 'secondary',
            size,
            cx(OVER, isOnly && 'w-full pointer-fine:w-auto'),
          )}
        >
          {settled
            ? 'Reemplazar foto'
            : isPhotoOnly(requirement)
              ? 'Subir foto'
              : 'Subir foto o PDF'}
          <span className="sr-only">: {name}</span>
        </PhotoInput>
        {documentId && (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={showing}
            onClick={() => setShowing(!showing)}
          >
            {showing ? 'Ocultar foto' : 'Ver foto'}
            <span className="sr-only">: {name}</span>
          </Button>
        )}
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

const TEXT = consentTexts.findLast(({ purpose }) => purpose === 'selfie')?.text ?? ''

/** Consent for the selfie: required before it, and withdrawable afterwards. */
function SelfieConsent({ given }: { given: boolean }) {
  const refresh = useRefreshDocuments()
  const consent = useAct((given: boolean) => api.verification.selfieConsent({ body: { given } }), {
    onDone: refresh,
  })
  return (
    <>
      {given ? (
        <Withdraw pending={consent.isPending} onWithdraw={() => consent.mutate(false)} />
      ) : (
        <Checkbox
          label={TEXT}
          checked={consent.isPending}
          pending={consent.isPending}
          onChange={() => consent.mutate(true)}
        />
      )}
      <ErrorBanner error={consent.error} />
    </>
  )
}

function Withdraw({ pending, onWithdraw }: { pending: boolean; onWithdraw: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Retirar permiso y borrar mi selfie
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Borrar tu selfie?"
        confirm="Borrar selfie"
        keep="Conservar"
        pending={pending}
        danger
        onKeep={() => setAsking(false)}
        onConfirm={onWithdraw}
      >
        La borramos de inmediato. Puedes verificarte y publicar sin ella.
      </ConfirmDialog>
    </>
  )
}
