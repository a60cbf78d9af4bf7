import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import type { ShownAnswer } from './use-documents.ts'

/** Tells a driver with verified documents that they may publish, or that a photo is missing. */
export function MayPublish({ answer }: { answer: ShownAnswer }) {
  if (answer.photo === null || !answer.canPublish) return null
  if (answer.photo.url === null && answer.photo.dueOn === null) {
    return (
      <Banner tone="info" live="off" title="Solo falta tu foto de perfil">
        Tu identidad y tu vehículo están verificados. Ponla aquí abajo y ya puedes publicar.
      </Banner>
    )
  }
  return (
    <Banner
      tone="ok"
      title="Puedes publicar viajes"
      action={
        <ButtonLink to={paths.publish()} size="sm">
          Publicar un viaje
        </ButtonLink>
      }
    >
      Tu identidad y tu vehículo están verificados.
    </Banner>
  )
}
