import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

type TabsProps<K extends string> = {
  label: string
  tabs: readonly { key: K; title: ReactNode; content: ReactNode }[]
  selected: K
  onSelect: (key: K) => void
}

/** A few views of one screen. Keep the chosen one in the address. */
export function Tabs<K extends string>({ label, tabs, selected, onSelect }: TabsProps<K>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.key === key)
        if (chosen) onSelect(chosen.key)
      }}
    >
      <TabList aria-label={label} className="mb-5 flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            id={tab.key}
            className="-mb-px min-h-12 cursor-pointer border-b-3 border-transparent px-3 py-3
              font-semibold whitespace-nowrap text-muted data-[hovered]:text-ink
              data-[selected]:border-bosque data-[selected]:text-bosque sm:px-4"
          >
            {tab.title}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.key} id={tab.key}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
