import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { colour } from '../tokens';
import { rowsOf, type Series } from './days';

const strokes = [
  { stroke: colour('brand'), dash: undefined },
  { stroke: colour('accent'), dash: '5 4' },
] as const;

const dayName = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const shortDay = (day: string) => dayName.format(new Date(day));

interface DaysChartProps {
  readonly title: string;
  readonly series: readonly Series[];
}

/** Lines over days, distinguished by colour and by dashes; the same figures are a table for those who read it. */
export function DaysChart({ title, series }: DaysChartProps) {
  const rows = rowsOf(series);
  const axis = { tick: { fill: colour('ink-soft'), fontSize: 13 }, stroke: colour('line') };
  return (
    <figure>
      <Legend series={series} />
      <div aria-hidden className="drawing h-52">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={rows}
            margin={{ top: 6, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke={colour('line')} />
            <XAxis
              dataKey="day"
              tickFormatter={shortDay}
              minTickGap={36}
              tickLine={false}
              {...axis}
            />
            <YAxis allowDecimals={false} width={30} tickLine={false} axisLine={false} {...axis} />
            <Tooltip
              labelFormatter={(day) => shortDay(String(day))}
              contentStyle={{ borderRadius: 8, borderColor: colour('line') }}
            />
            {series.map(({ name }, at) => (
              <Line
                key={name}
                dataKey={`s${at}`}
                name={name}
                stroke={strokes[at]?.stroke}
                strokeDasharray={strokes[at]?.dash}
                strokeWidth={2}
                dot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <Figures title={title} series={series} />
    </figure>
  );
}

function Legend({ series }: Pick<DaysChartProps, 'series'>) {
  return (
    <figcaption className="mb-2 flex flex-wrap gap-x-5 gap-y-1">
      {series.map(({ name }, at) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg width="26" height="8" aria-hidden className="drawing">
            <line
              x1="0"
              x2="26"
              y1="4"
              y2="4"
              stroke={strokes[at]?.stroke}
              strokeWidth="2.5"
              strokeDasharray={strokes[at]?.dash}
            />
          </svg>
          {name}
        </span>
      ))}
    </figcaption>
  );
}

/** What the chart shows, for those who read it. */
function Figures({ title, series }: DaysChartProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <tbody>
          {rowsOf(series).map((row) => (
            <tr key={row.day}>
              <th scope="row">{shortDay(String(row.day))}</th>
              {series.map(({ name }, at) => (
                <td key={name}>{`${name}: ${row[`s${at}`]}`}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
