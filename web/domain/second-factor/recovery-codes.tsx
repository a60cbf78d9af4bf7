import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => Promise<void> }

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <CardSection title="Guarda tus códigos de recuperación">
      <p className="mb-4">
        Cada uno sirve una vez, si pierdes tu segundo paso. No los volveremos a mostrar.
      </p>
      <ul className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="tnum font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <Button onClick={() => void onDone()}>Ya los guardé</Button>
    </CardSection>
  )
}
