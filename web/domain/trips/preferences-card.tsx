import type { Preferences } from '#contract/trips.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { luggageWords, talkWords } from './trip-words.ts'

function optionsOf<K extends string>(words: Record<K, string>) {
  return (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }))
}

type PreferencesCardProps = {
  preferences: Preferences
  onChange: (next: Partial<Preferences>) => void
}

const luggageOptions = optionsOf(luggageWords)
const talkOptions = optionsOf(talkWords)

const switches = [
  { key: 'pets', label: 'Acepto mascotas' },
  { key: 'smoking', label: 'Se puede fumar' },
  { key: 'music', label: 'Con música' },
  { key: 'maxTwoInBack', label: 'Máximo dos personas atrás' },
  { key: 'womenOnly', label: 'Solo mujeres' },
  { key: 'verifiedOnly', label: 'Solo personas verificadas' },
] as const

/** Card with the driver's travel preferences (music, pets, smoking …). */
export function PreferencesCard({ preferences, onChange }: PreferencesCardProps) {
  return (
    <Card className="grid gap-3">
      <h3 className="text-lg">Cómo se viaja contigo</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Equipaje"
          options={luggageOptions}
          value={preferences.luggage}
          onChange={(event) => {
            const chosen = luggageOptions.find((each) => each.value === event.target.value)
            if (chosen) onChange({ luggage: chosen.value })
          }}
        />
        <Select
          label="Conversación"
          options={talkOptions}
          value={preferences.talk}
          onChange={(event) => {
            const chosen = talkOptions.find((each) => each.value === event.target.value)
            if (chosen) onChange({ talk: chosen.value })
          }}
        />
      </div>
      <div className="grid sm:grid-cols-2 sm:gap-x-8">
        {switches.map(({ key, label }) => (
          <Switch
            key={key}
            label={label}
            checked={preferences[key]}
            onChange={(event) => onChange({ [key]: event.target.checked })}
          />
        ))}
      </div>
    </Card>
  )
}
