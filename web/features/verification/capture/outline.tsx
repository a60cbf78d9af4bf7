import type { DocumentKind } from '#contract/verification.ts'
import { cx } from '#web/ui/cx.ts'

/** Outline of each kind of document: a card is 85.6 × 54 mm, a page is taller than wide. */
const shapes: Record<DocumentKind, string> = {
  identity_front: 'aspect-[1.586] w-[88%] rounded-card',
  identity_back: 'aspect-[1.586] w-[88%] rounded-card',
  licence: 'aspect-[1.586] w-[88%] rounded-card',
  property_card: 'aspect-[1.586] w-[88%] rounded-card',
  selfie: 'aspect-[0.75] h-[88%] rounded-[50%]',
  soat: 'aspect-[0.77] h-[92%] rounded-control',
  rtm: 'aspect-[0.77] h-[92%] rounded-control',
  vehicle_photo: 'aspect-[1.5] w-[94%] rounded-card',
  vehicle_back: 'aspect-[1.5] w-[94%] rounded-card',
  vehicle_side: 'aspect-[1.9] w-[96%] rounded-card',
  vehicle_inside: 'aspect-[1.4] w-[94%] rounded-card',
}

/** Outline drawn over the picture of the camera; `mustShow` says the same in words. */
export function Outline({ kind }: { kind: DocumentKind }) {
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
