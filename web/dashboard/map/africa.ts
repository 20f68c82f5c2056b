import type {
  Feature,
  FeatureCollection,
  Geometry,
  MultiLineString,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { AfricaTopology } from './africa-topology';
import { ISLAND_STATES, type MappedCode } from '../../shared/african-countries';

type Area = Feature<Polygon | MultiPolygon, { code: MappedCode }>;

/** Coordinates are degrees of longitude and latitude (WGS 84). */
export interface AfricaMap {
  /** In the winding order of d3-geo: outlines clockwise, holes anticlockwise. */
  readonly countries: FeatureCollection<Area['geometry'], Area['properties']>;
  /** The borders between two countries, each once. */
  readonly borders: MultiLineString;
  /** The positions of the island states' symbols: the centres of their largest islands. */
  readonly symbols: ReadonlyMap<MappedCode, readonly [longitude: number, latitude: number]>;
}

/** The projection option of Plot. Equal-area, so that countries far from the equator do not look larger. */
export const AFRICA_PROJECTION = { type: 'azimuthal-equal-area', rotate: [-17, -1.5] } as const;

export function toAfricaMap(topology: AfricaTopology): AfricaMap {
  const { africa } = topology.objects;
  const areas = feature(topology, africa).features.filter(isArea);
  return {
    countries: { type: 'FeatureCollection', features: areas },
    borders: mesh(topology, africa, (one, other) => one !== other),
    symbols: new Map(
      areas
        .filter(({ properties }) => ISLAND_STATES.includes(properties.code))
        .map(({ properties, geometry }) => [properties.code, centerOf(geometry)]),
    ),
  };
}

function isArea(shape: Feature<Geometry, Area['properties']>): shape is Area {
  return shape.geometry.type === 'Polygon' || shape.geometry.type === 'MultiPolygon';
}

/** Returns the centroid of the largest polygon; its size allows plane geometry. */
function centerOf(geometry: Area['geometry']): readonly [number, number] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const [largest] = polygons.map(([outline = []]) => centroidOf(outline)).sort((a, b) => b.area - a.area);
  if (!largest) throw new Error('A country has no outline');
  return [largest.x, largest.y];
}

function centroidOf(outline: Position[]): { area: number; x: number; y: number } {
  let [sum, x, y] = [0, 0, 0];
  for (const [index, [x1 = 0, y1 = 0]] of outline.entries()) {
    const [x2 = 0, y2 = 0] = outline[(index + 1) % outline.length] ?? [];
    const cross = x1 * y2 - x2 * y1;
    sum += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return { area: Math.abs(sum), x: x / (3 * sum), y: y / (3 * sum) };
}
