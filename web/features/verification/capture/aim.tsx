import { Camera as CameraIcon, Check, Images } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { DocumentKind } from '#contract/verification.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/field.tsx'
import { type Camera, useCamera } from '#web/ui/use-camera.ts'
import { documentWords } from '../document-words.ts'
import { PhotoInput } from '../photo-input.tsx'
import { chosenProblem } from '../use-chosen-photos.ts'

type AimProps = { kind: DocumentKind; onPhoto: (file: File) => void; onSkip: () => void }

/** What the photo must show, and two ways to take it; choosing a file always works. */
export function Aim({ kind, onPhoto, onSkip }: AimProps) {
  const camera = useCamera({ facing: kind === 'selfie' ? 'user' : 'environment', sharp: true })
  const [problem, setProblem] = useState<string | null>(null)
  const live = camera.state === 'on' || camera.state === 'starting'
  const choose = (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    const wrong = chosenProblem(file)
    setProblem(wrong)
    if (!wrong) onPhoto(file)
  }
  const take = async () => {
    const file = await photoOf(camera.video)
    camera.stop()
    if (file) onPhoto(file)
  }
  return (
    <>
      <MustShow kind={kind} />
      <div className={cx('relative overflow-hidden rounded-card bg-ink', !live && 'hidden')}>
        <video
          ref={camera.video}
          playsInline
          muted
          aria-label="Cámara"
          className="aspect-[4/3] max-h-[45dvh] w-full object-cover"
        />
        <Outline kind={kind} />
      </div>
      <Trouble camera={camera} />
      <FieldError>{problem}</FieldError>
      <div className="grid gap-2">
        {live ? (
          <Button disabled={camera.state !== 'on'} onClick={() => void take()} Icon={CameraIcon}>
            Tomar foto
          </Button>
        ) : (
          <Button onClick={() => void camera.start()} Icon={CameraIcon}>
            Abrir cámara
          </Button>
        )}
        <PhotoInput
          onFiles={choose}
          capture={kind === 'selfie' ? 'user' : undefined}
          className={buttonClass(
            'secondary',
            'md',
            'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-bosque',
          )}
        >
          <Images className="size-5" />
          Elegir del teléfono
        </PhotoInput>
        <Button variant="ghost" onClick={onSkip}>
          Dejar para después
        </Button>
      </div>
    </>
  )
}

function MustShow({ kind }: Pick<AimProps, 'kind'>) {
  return (
    <ul className="grid gap-1 text-sm" aria-label="Debe verse">
      {documentWords[kind].mustShow.map((thing) => (
        <li key={thing} className="flex items-start gap-2">
          <Check className="mt-0.5 size-4 shrink-0 text-bosque" />
          {thing}
        </li>
      ))}
    </ul>
  )
}

function Trouble({ camera: { state } }: { camera: Camera }) {
  if (state !== 'denied' && state !== 'missing') return null
  return (
    <Banner tone="warn">
      {state === 'denied'
        ? 'El navegador no deja usar la cámara. Toma la foto con tu teléfono y elígela aquí.'
        : 'No encontramos una cámara. Elige una foto que ya tengas.'}
    </Banner>
  )
}

const QUALITY = 0.92

/** Takes the whole picture of the camera, including the area outside the outline. */
async function photoOf(video: RefObject<HTMLVideoElement | null>): Promise<File | null> {
  const picture = video.current
  if (!picture?.videoWidth) return null
  const canvas = document.createElement('canvas')
  canvas.width = picture.videoWidth
  canvas.height = picture.videoHeight
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })
  return blob && new File([blob], 'documento.jpg', { type: blob.type })
}

/** Outline of each kind of document: a card is 85.6 × 54 mm, a page is taller than wide. */
const shapes: Record<DocumentKind, string> = {
  identity_front: 'aspect-[1.586] w-[88%] rounded-card',
  identity_back: 'aspect-[1.586] w-[88%] rounded-card',
  licence: 'aspect-[1.586] w-[88%] rounded-card',
  property_card: 'aspect-[1.586] w-[88%] rounded-card',
  selfie: 'aspect-[0.75] h-[88%] rounded-[50%]',
  soat: 'aspect-[0.77] h-[92%] rounded-control',
  insurance: 'aspect-[0.77] h-[92%] rounded-control',
  rtm: 'aspect-[0.77] h-[92%] rounded-control',
  vehicle_photo: 'aspect-[1.5] w-[94%] rounded-card',
  vehicle_back: 'aspect-[1.5] w-[94%] rounded-card',
  vehicle_side: 'aspect-[1.9] w-[96%] rounded-card',
  vehicle_inside: 'aspect-[1.4] w-[94%] rounded-card',
}

/** Outline drawn over the picture of the camera; `mustShow` says the same in words. */
function Outline({ kind }: { kind: DocumentKind }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute inset-0 m-auto border-4 border-dashed border-maiz',
        shapes[kind],
      )}
    />
  )
}
