namespace Rigmill.Runtime
{
    /// <summary>A collision mesh. Any thread may use it.</summary>
    public sealed class Collision : Resource
    {
        /// <summary>Loads a collision mesh by its asset name.</summary>
        public Collision(Content content, string name)
        {
            RigmillException.Check(Native.rigmill_collision_load(content.Id, Texts.Write(name), out Id));
        }

        /// <summary>Finds the first triangle on a ray.</summary>
        public Hit Ray(Vector origin, Vector direction, float maxDistance)
        {
            Hit hit;
            RigmillException.Check(
                Native.rigmill_collision_ray(Id, ref origin, ref direction, maxDistance, 0, out hit));
            return hit;
        }

        /// <summary>Finds the point of the mesh that is nearest to a sphere's centre.</summary>
        public Contact Sphere(Vector center, float radius)
        {
            Contact contact;
            RigmillException.Check(Native.rigmill_collision_sphere(Id, ref center, radius, out contact));
            return contact;
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_collision_close(id);
        }
    }
}
