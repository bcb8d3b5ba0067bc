import { Part, Sample } from '../sample.tsx';

const COLOURS = [
  'paper',
  'paper-raised',
  'paper-sunk',
  'ink',
  'ink-soft',
  'ink-faint',
  'rule',
  'rule-strong',
  'accent',
  'accent-strong',
  'button',
  'button-strong',
  'on-button',
  'mark',
];
const SIZES = [
  'text-xs',
  'text-s',
  'text-m',
  'text-l',
  'title-s',
  'title-m',
  'title-l',
  'title-xl',
  'title-name',
];
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8];

export function TokensPart() {
  return (
    <Part title="Tokens">
      <Sample name="Colours">
        <div className="kit-swatches">
          {COLOURS.map((name) => (
            <div key={name}>
              <span className="kit-swatch__colour" style={{ background: `var(--${name})` }} />
              --{name}
            </div>
          ))}
        </div>
      </Sample>
      <Sample name="Type scale">
        {SIZES.map((name) => (
          <p key={name} style={{ font: `var(--${name})/1.2 var(--serif)` }}>
            Law reported, विधि (--{name})
          </p>
        ))}
      </Sample>
      <Sample name="Spacing">
        {SPACES.map((step) => (
          <div key={step}>
            <span className="kit-space" style={{ width: `var(--space-${step})` }} />
            --space-{step}
          </div>
        ))}
      </Sample>
    </Part>
  );
}
